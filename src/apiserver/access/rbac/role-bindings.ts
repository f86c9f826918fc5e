import { isRecord } from '../../../objects/index.ts';
import { type Json, recordsAt, type StoredObject } from '../../json.ts';
import type { Collection } from '../../storage/collection.ts';
import type { PolicyRule } from './policy-rule.ts';
import type { BoundTo, SubjectIndex } from './subject-index.ts';

/** A role that is bound to a user. */
export interface BoundRules {
  readonly rules: readonly PolicyRule[];
  /** How the user came by it. */
  readonly reason: string;
}

const group = 'rbac.authorization.k8s.io';

/** The rules of all roles that are bound to a user, each role once: {@link boundRules} has a role for each binding. */
export function distinctRules(
  bindings: SubjectIndex,
  boundTo: BoundTo,
  namespace: string,
): readonly PolicyRule[] {
  const lists = new Set<readonly PolicyRule[]>();
  for (const { rules } of boundRules(bindings, boundTo, namespace)) lists.add(rules);
  return [...lists].flat();
}

/**
 * What a user is allowed: everywhere, and where a namespace is given, there. Bindings of the same role have the same list of
 * rules.
 */
export function* boundRules(
  bindings: SubjectIndex,
  boundTo: BoundTo,
  namespace: string,
): Generator<BoundRules> {
  const collection = (resource: string): Collection => bindings.storage.collection(`${resource}.${group}`);
  const known = new Map<StoredObject, readonly PolicyRule[]>();
  const rulesOf = ({ kind, name }: Json): readonly PolicyRule[] => {
    const role =
      kind === 'Role'
        ? collection('roles').get(`${namespace}/${String(name)}`)
        : collection('clusterroles').get(String(name));
    if (role === undefined) return [];
    const rules = known.get(role) ?? (recordsAt(role, 'rules') as unknown as readonly PolicyRule[]);
    known.set(role, rules);
    return rules;
  };
  for (const { kind, binding, subject } of bindings.bindingsOf(boundTo, namespace)) {
    const { metadata, roleRef } = binding;
    if (!isRecord(roleRef)) continue;
    const of = `${String(roleRef['kind'])} "${String(roleRef['name'])}"`;
    const where = kind === 'RoleBinding' ? `${metadata.name}/${namespace}` : metadata.name;
    const reason = `RBAC: allowed by ${kind} "${where}" of ${of} to ${nameOf(subject)}`;
    yield { rules: rulesOf(roleRef), reason };
  }
}

const nameOf = ({ kind, name, namespace }: Json): string => {
  const place = typeof namespace === 'string' ? namespace : '';
  const whole = kind === 'ServiceAccount' ? `${String(name)}/${place}` : String(name);
  return `${String(kind)} ${JSON.stringify(whole)}`;
};
