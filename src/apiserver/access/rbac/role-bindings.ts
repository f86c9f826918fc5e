import type { Json } from '../../json.ts';
import type { PolicyRule } from './policy-rule.ts';
import type { BoundTo, FoundRole, SubjectIndex } from './subject-index.ts';

/** A role that is bound to a user, with its rules. */
export interface BoundRole extends FoundRole {
  readonly rules: readonly PolicyRule[];
}

/**
 * Returns the rules of all roles that are bound to a user. Each role occurs once. The roles have the order of
 * {@link isBefore}.
 */
export function distinctRules(
  bindings: SubjectIndex,
  boundTo: BoundTo,
  namespace: string,
): readonly PolicyRule[] {
  const roles = [...boundRoles(bindings, boundTo, namespace)];
  roles.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return [...new Set(roles.map(({ rules }) => rules))].flat();
}

/**
 * Yields the roles that are bound to a user in the whole cluster. If a namespace is given, the function also yields the
 * roles that are bound in the namespace. Each role comes with its first binding. The order of the roles is not defined.
 */
export function* boundRoles(
  bindings: SubjectIndex,
  boundTo: BoundTo,
  namespace: string,
): Generator<BoundRole> {
  for (const found of bindings.rolesOf(boundTo, namespace))
    yield { ...found, rules: bindings.roles.of(found.roleRef, namespace) };
}

/**
 * Compares two bindings in the order of kube-apiserver: ClusterRoleBindings come before RoleBindings. Bindings of the
 * same kind are sorted by key.
 */
export const isBefore = (a: FoundRole, b: FoundRole): boolean =>
  a.kind === b.kind ? a.key < b.key : a.kind === 'ClusterRoleBinding';

/** Describes the binding of a role to a user, in the words of kube-apiserver. */
export function reasonOf(bindings: SubjectIndex, found: FoundRole, namespace: string): string {
  const { kind, roleRef } = found;
  const { binding, subject } = bindings.bindingOf(found) ?? {};
  if (binding === undefined || subject === undefined) return '';
  const { name } = binding.metadata;
  const where = kind === 'RoleBinding' ? `${name}/${namespace}` : name;
  return `RBAC: allowed by ${kind} "${where}" of ${roleRef.kind} "${roleRef.name}" to ${nameOf(subject)}`;
}

const nameOf = ({ kind, name, namespace }: Json): string => {
  const place = typeof namespace === 'string' ? namespace : '';
  const whole = kind === 'ServiceAccount' ? `${String(name)}/${place}` : String(name);
  return `${String(kind)} ${JSON.stringify(whole)}`;
};
