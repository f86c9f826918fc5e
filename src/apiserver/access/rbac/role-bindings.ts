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

/** The user or the groups that a binding may name. */
export interface BoundTo {
  readonly user: string;
  readonly groups: readonly string[];
}

/** The rules of all roles that are bound to a user, each role once: {@link boundRules} has a role for each binding. */
export function distinctRules(storage: Storage, subject: BoundTo, namespace: string): readonly PolicyRule[] {
  const lists = new Set<readonly PolicyRule[]>();
  for (const { rules } of boundRules(storage, subject, namespace)) lists.add(rules);
  return [...lists].flat();
}

/**
 * What a user is allowed: everywhere, and where a namespace is given, there. Bindings of the same role have the same list of
 * rules.
 */
export function* boundRules(storage: Storage, subject: BoundTo, namespace: string): Generator<BoundRules> {
  const names = { user: subject.user, groups: new Set(subject.groups) };
  const collection = (resource: string): Collection => storage.collection(`${resource}.${group}`);
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
  const kinds = [
    { kind: 'ClusterRoleBinding', bindings: all(collection('clusterrolebindings'), '') },
    {
      kind: 'RoleBinding',
      bindings: namespace === '' ? [] : all(collection('rolebindings'), `${namespace}/`),
    },
  ];
  for (const { kind, bindings } of kinds) {
    for (const { metadata, roleRef, subjects } of bindings) {
      const found = listOf(subjects).find((one) => isOneOf(one, names, namespace));
      if (found === undefined || !isRecord(roleRef)) continue;
      const of = `${String(roleRef['kind'])} "${String(roleRef['name'])}"`;
      const where = kind === 'RoleBinding' ? `${metadata.name}/${namespace}` : metadata.name;
      const reason = `RBAC: allowed by ${kind} "${where}" of ${of} to ${nameOf(found)}`;
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

interface Names {
  readonly user: string;
  readonly groups: ReadonlySet<string>;
}

function isOneOf(subject: Json, { user, groups }: Names, namespace: string): boolean {
  const { kind, name } = subject;
  switch (kind) {
    case 'User':
      return name === user;
    case 'Group':
      return groups.has(String(name));
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
