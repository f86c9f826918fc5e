import { isRecord } from '../../../objects/index.ts';
import type { Json, StoredObject } from '../../json.ts';
import type { Storage } from '../../storage/storage.ts';
import { serviceAccountUser } from '../user.ts';
import { type RoleRef, RoleRules } from './role-rules.ts';

/** The user or the groups that a binding may name. */
export interface BoundTo {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A role that is bound to a user, and the first of the bindings that do so within the cluster or the namespace. */
export interface FoundRole {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding';
  readonly roleRef: RoleRef;
  /** The storage key of the binding. */
  readonly key: string;
  /** The position of the first of its subjects that is the user or one of the groups. */
  readonly at: number;
}

const ids = {
  ClusterRoleBinding: 'clusterrolebindings.rbac.authorization.k8s.io',
  RoleBinding: 'rolebindings.rbac.authorization.k8s.io',
} as const;

/**
 * The bindings by their subjects and roles, kept up to date at each write: a request costs what the distinct roles of its user
 * cost, however many bindings each role has, and however many subjects others have.
 */
export class SubjectIndex {
  readonly storage: Storage;
  readonly roles: RoleRules;
  /** By namespace and subject, and then by role. */
  readonly #places = new Map<string, Map<string, RoleBindings>>();

  constructor(storage: Storage) {
    this.storage = storage;
    this.roles = new RoleRules(storage);
    for (const id of Object.values(ids)) {
      const snapshot = storage.collection(id).snapshot();
      for (const key of snapshot.keys) this.#add(key, snapshot.get(key));
    }
    storage.observe((id, { key, object, previous }) => {
      if (id !== ids.ClusterRoleBinding && id !== ids.RoleBinding) return;
      this.#remove(key, previous);
      this.#add(key, object);
    });
  }

  /**
   * The roles that are bound to a user or one of its groups, in no order: in the cluster and, where a namespace is given, within
   * that namespace; each role once there.
   */
  *rolesOf({ user, groups }: BoundTo, namespace: string): Generator<FoundRole> {
    const names = [nameOf('User', user), ...[...new Set(groups)].map((group) => nameOf('Group', group))];
    yield* this.#in('', names, 'ClusterRoleBinding');
    if (namespace !== '') yield* this.#in(namespace, names, 'RoleBinding');
  }

  /** The binding of a role that was found, and the subject in it; `undefined` where the binding is gone by now. */
  bindingOf({
    kind,
    key,
    at,
  }: FoundRole): { readonly binding: StoredObject; readonly subject: Json } | undefined {
    const binding = this.storage.collection(ids[kind]).get(key);
    const subject = subjectsOf(binding)[at];
    return binding === undefined || subject === undefined ? undefined : { binding, subject };
  }

  #in(namespace: string, names: readonly string[], kind: FoundRole['kind']): Iterable<FoundRole> {
    const found = new Map<string, FoundRole>();
    for (const name of names) {
      for (const [role, bindings] of this.#places.get(placeOf(namespace, name)) ?? []) {
        const { roleRef, first } = bindings;
        const known = found.get(role);
        const isFirst =
          known === undefined || first.key < known.key || (first.key === known.key && first.at < known.at);
        if (isFirst) found.set(role, { kind, roleRef, ...first });
      }
    }
    return found.values();
  }

  #add(key: string, binding: StoredObject | undefined): void {
    const roleRef = roleOf(binding);
    if (roleRef === undefined) return;
    const role = textOf(roleRef);
    for (const [at, place] of placesOf(key, binding)) {
      const roles = this.#places.get(place) ?? new Map<string, RoleBindings>();
      this.#places.set(place, roles);
      const bindings = roles.get(role) ?? new RoleBindings(roleRef);
      roles.set(role, bindings);
      bindings.add({ key, at });
    }
  }

  #remove(key: string, binding: StoredObject | undefined): void {
    const roleRef = roleOf(binding);
    if (roleRef === undefined) return;
    const role = textOf(roleRef);
    for (const [, place] of placesOf(key, binding)) {
      const roles = this.#places.get(place);
      const bindings = roles?.get(role);
      bindings?.remove(key);
      if (bindings?.size === 0) roles?.delete(role);
      if (roles?.size === 0) this.#places.delete(place);
    }
  }
}

/** A binding by its storage key, and where a subject stands in it. */
type BindingOfSubject = Pick<FoundRole, 'key' | 'at'>;

/** The bindings of one role to one subject. */
class RoleBindings {
  readonly roleRef: RoleRef;
  readonly #positions = new Map<string, number>();
  /** `undefined`: it has to be looked for. */
  #first: BindingOfSubject | undefined;

  constructor(roleRef: RoleRef) {
    this.roleRef = roleRef;
  }

  get size(): number {
    return this.#positions.size;
  }

  /** The first by its key. It is looked for only after the first one was removed. */
  get first(): BindingOfSubject {
    return (this.#first ??= this.#lookForFirst());
  }

  /** Of a subject that a binding names twice, the first position counts. */
  add(binding: BindingOfSubject): void {
    const { key, at } = binding;
    if (this.#positions.has(key)) return;
    const isFirst = this.size === 0 || (this.#first !== undefined && key < this.#first.key);
    this.#positions.set(key, at);
    if (isFirst) this.#first = binding;
  }

  remove(key: string): void {
    this.#positions.delete(key);
    if (this.#first?.key === key) this.#first = undefined;
  }

  #lookForFirst(): BindingOfSubject {
    let first: BindingOfSubject | undefined;
    for (const [key, at] of this.#positions) if (first === undefined || key < first.key) first = { key, at };
    return first ?? { key: '', at: 0 };
  }
}

function roleOf(binding: StoredObject | undefined): RoleRef | undefined {
  const roleRef = binding?.['roleRef'];
  return isRecord(roleRef) ? { kind: String(roleRef['kind']), name: String(roleRef['name']) } : undefined;
}

const textOf = ({ kind, name }: RoleRef): string => `${kind}/${name}`;

/** A user or a group, within a namespace or, where that is empty, in the whole cluster. No namespace has a slash. */
const placeOf = (namespace: string, name: string): string => `${namespace}/${name}`;

const nameOf = (kind: 'User' | 'Group', name: string): string => `${kind} ${name}`;

/** The place of each subject of a binding, with its number. */
function* placesOf(
  key: string,
  binding: StoredObject | undefined,
): Generator<readonly [at: number, place: string]> {
  const namespace = key.slice(0, Math.max(0, key.indexOf('/')));
  for (const [at, subject] of subjectsOf(binding).entries()) {
    const name = isRecord(subject) ? nameOfSubject(subject, namespace) : undefined;
    if (name !== undefined) yield [at, placeOf(namespace, name)];
  }
}

/** A service account is the user of that name; one without a namespace is in that of its binding. */
function nameOfSubject({ kind, name, namespace }: Json, ofBinding: string): string | undefined {
  switch (kind) {
    case 'User':
    case 'Group':
      return nameOf(kind, String(name));
    case 'ServiceAccount': {
      const own = typeof namespace === 'string' && namespace !== '' ? namespace : ofBinding;
      return own === '' ? undefined : nameOf('User', serviceAccountUser(own, String(name)));
    }
    default:
      return undefined;
  }
}

/** Stored as they were written: there may be none, or null. */
function subjectsOf(binding: StoredObject | undefined): readonly Json[] {
  const subjects = binding?.['subjects'];
  return Array.isArray(subjects) ? (subjects as readonly Json[]) : [];
}
