import { isRecord } from '../../../objects/index.ts';
import { isSame, type Json, omit, recordAt, recordsAt, type StoredObject } from '../../json.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Refusal } from '../../status/refusal.ts';
import { forbidden, notFound } from '../../status/refusals.ts';
import { masters, type User } from '../user.ts';
import { describeRules, inGo, uncovered } from './cover-rules.ts';
import type { PolicyRule } from './policy-rule.ts';
import { rbac } from './rbac.ts';
import { distinctRules } from './role-bindings.ts';
import type { SubjectIndex } from './subject-index.ts';

/** A role or a binding that a user writes. */
export interface Grant {
  readonly resource: Resource;
  /** The namespace of the role or binding. The text is empty for a cluster role or a cluster role binding. */
  readonly namespace: string;
  readonly name: string;
  readonly object: Json;
  readonly existing: StoredObject | undefined;
}

/**
 * Checks that a user grants only rights that the user has. A user can grant rights by the rules of a role or by a
 * binding to a role. A user with the right to `escalate` or to `bind` the role may grant all rights of the role.
 *
 * @throws Refusal 403 if the user lacks a granted right
 * @throws Refusal 404 for a binding to a role that does not exist
 */
export function checkEscalation(bindings: SubjectIndex, user: User, grant: Grant): void {
  const { resource, object, existing } = grant;
  if (resource.group !== group || user.groups.includes(masters)) return;
  if (existing !== undefined && isSame(withoutOwners(object), withoutOwners(existing))) return;
  const isBinding = resource.resource.endsWith('bindings');
  const allowed = isBinding
    ? may(bindings, user, 'bind', { ...grant, ...boundBy(object) })
    : may(bindings, user, 'escalate', { ...grant, resource: resource.resource });
  if (allowed) return;
  const isAggregated = [object, existing ?? {}].some((one) => isRecord(one['aggregationRule']));
  if (isAggregated && missing(bindings, user, grant, everything).length > 0) {
    throw forbiddenGrant(grant, 'must have cluster-admin privileges to use the aggregationRule');
  }
  const rules = isBinding ? rulesBound(bindings, grant) : rulesOf(object);
  const lacking = missing(bindings, user, grant, rules);
  if (lacking.length === 0) return;
  const who = `user ${JSON.stringify(user.name)} (groups=${inGo(user.groups)})`;
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n${describeRules(lacking)}`;
  throw forbiddenGrant(grant, why);
}

const group = 'rbac.authorization.k8s.io';

const everything: readonly PolicyRule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
];

/**
 * Returns a role or a binding without the fields that the garbage collector writes. The owners, the finalizers and the
 * managed fields grant no rights.
 */
const withoutOwners = (object: Json): Json => ({
  ...object,
  metadata: omit(recordAt(object, 'metadata'), 'ownerReferences', 'finalizers', 'managedFields'),
});

interface Asked {
  readonly namespace: string;
  readonly resource: string;
  readonly name: string;
}

function may(
  bindings: SubjectIndex,
  { name: user, groups }: User,
  verb: string,
  { namespace, resource, name }: Asked,
): boolean {
  return rbac(bindings)({ user, groups, verb, path: '', group, resource, namespace, name }).allowed;
}

function boundBy(binding: Json): { readonly resource: string; readonly name: string } {
  const { kind, name } = recordAt(binding, 'roleRef');
  return { resource: kind === 'Role' ? 'roles' : 'clusterroles', name: String(name) };
}

/**
 * Returns the rules of the role that a binding refers to.
 *
 * @throws Refusal 404 if the role does not exist
 */
function rulesBound(
  { storage }: SubjectIndex,
  { resource, namespace, object }: Grant,
): readonly PolicyRule[] {
  const { resource: kind, name } = boundBy(object);
  const role = storage.collection(`${kind}.${group}`).get(kind === 'roles' ? `${namespace}/${name}` : name);
  if (role === undefined) throw notFound(resource, name);
  return rulesOf(role);
}

const rulesOf = (role: Json): readonly PolicyRule[] =>
  recordsAt(role, 'rules') as unknown as readonly PolicyRule[];

function missing(
  bindings: SubjectIndex,
  { name: user, groups }: User,
  { namespace }: Grant,
  rules: readonly PolicyRule[],
): readonly PolicyRule[] {
  return uncovered(distinctRules(bindings, { user, groups }, namespace), rules);
}

const forbiddenGrant = ({ resource, name }: Grant, why: string): Refusal => forbidden(resource, name, why);
