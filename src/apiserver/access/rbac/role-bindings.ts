import { isRecord } from '../../../objects/index.ts';
import { type Json, recordsAt, type StoredObject } from '../../json.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Storage } from '../../storage/storage.ts';
import { rangeOf } from '../../storage/sorted-keys.ts';
import { serviceAccountUser } from '../user.ts';
import type { PolicyRule } from './policy-rule.ts';

/** A role that is bound to a user. */
export interface BoundRules {
  readonly rules: readonly PolicyRule[];
  /** How the user came by it. */
  readonly reason: string;
}

const group = 'rbac.authorization.k8s.io';

/** What a user is allowed: everywhere, and where a namespace is given, there. */
export function* boundRules(
  storage: Storage,
  { user, groups }: { readonly user: string; readonly groups: readonly string[] },
  namespace: string,
): Generator<BoundRules> {
  const collection = (resource: string): Collection => storage.collection(`${resource}.${group}`);
  const rulesOf = ({ kind, name }: Json): readonly PolicyRule[] => {
    const role =
      kind === 'Role'
        ? collection('roles').get(`${namespace}/${String(name)}`)
        : collection('clusterroles').get(String(name));
    return role === undefined ? [] : (recordsAt(role, 'rules') as unknown as readonly PolicyRule[]);
  };
  const kinds = [
    { kind: 'ClusterRoleBinding', bindings: all(collection('clusterrolebindings'), '') },
    {
      kind: 'RoleBinding',
      bindings: namespace === '' ? [] : all(collection('rolebindings'), `${namespace}/`),
    },
  ];
  for (const { kind, bindings } of kinds) {
    for (const { metadata, roleRef, subjects } of bindings) {
      const subject = listOf(subjects).find((one) => isOneOf(one, user, groups, namespace));
      if (subject === undefined || !isRecord(roleRef)) continue;
      const of = `${String(roleRef['kind'])} "${String(roleRef['name'])}"`;
      const where = kind === 'RoleBinding' ? `${metadata.name}/${namespace}` : metadata.name;
      const reason = `RBAC: allowed by ${kind} "${where}" of ${of} to ${nameOf(subject)}`;
      yield { rules: rulesOf(roleRef), reason };
    }
  }
}

function* all(collection: Collection, prefix: string): Generator<StoredObject> {
  const snapshot = collection.snapshot();
  for (const key of snapshot.keys.slice(...rangeOf(snapshot.keys, prefix))) {
    const object = snapshot.get(key);
    if (object !== undefined) yield object;
  }
}

const listOf = (subjects: unknown): readonly Json[] =>
  Array.isArray(subjects) ? (subjects as readonly Json[]) : [];

function isOneOf(subject: Json, user: string, groups: readonly string[], namespace: string): boolean {
  const { kind, name } = subject;
  switch (kind) {
    case 'User':
      return name === user;
    case 'Group':
      return groups.includes(String(name));
    case 'ServiceAccount':
      return user === serviceAccountUser(placeOf(subject) || namespace, String(name));
    default:
      return false;
  }
}

const placeOf = ({ namespace }: Json): string => (typeof namespace === 'string' ? namespace : '');

const nameOf = (subject: Json): string => {
  const { kind, name } = subject;
  const whole = kind === 'ServiceAccount' ? `${String(name)}/${placeOf(subject)}` : String(name);
  return `${String(kind)} ${JSON.stringify(whole)}`;
};
