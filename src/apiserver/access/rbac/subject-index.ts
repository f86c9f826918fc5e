import { isRecord } from '../../../objects/index.ts';
import type { Json, StoredObject } from '../../json.ts';
import type { Storage } from '../../storage/storage.ts';
import { serviceAccountUser } from '../user.ts';
import { type RoleRef, RoleRules } from './role-rules.ts';

/** A user and the groups of the user. A binding can name the user or a group as a subject. */
export interface BoundTo {
  readonly user: string;
  readonly groups: readonly string[];
}

/**
 * A role that is bound to a user. `key` names the first binding of the role to the user, in the cluster or in a
 * namespace.
 */
export interface FoundRole {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding';
  readonly roleRef: RoleRef;
  /** The storage key of the binding. */
  readonly key: string;
  /**
   * A position in the list `subjects` of the binding. The subject at this position is the user or a group of the user.
   * No earlier subject is the user or a group of the user.
   */
  readonly at: number;
}

const ids = {
  ClusterRoleBinding: 'clusterrolebindings.rbac.authorization.k8s.io',
  RoleBinding: 'rolebindings.rbac.authorization.k8s.io',
} as const;

/**
 * An index of the bindings by subject and role. Each write of a binding updates the index. The cost of a request grows
 * with the number of distinct roles of the user. The cost does not grow with the number of bindings per role, or with
 * the number of bindings to other subjects.
 */
export class SubjectIndex {
  readonly storage: Storage;
  readonly roles: RoleRules;
  /** The bindings by namespace and subject, and then by role. */
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
   * Yields the roles that are bound to a user or to a group of the user in the cluster. If a namespace is given, the
   * method also yields the roles that are bound in the namespace. Each role occurs at most once for the cluster and at
   * most once for the namespace. The order of the roles is not defined.
   */
  *rolesOf({ user, groups }: BoundTo, namespace: string): Generator<FoundRole> {
    const names = [nameOf('User', user), ...[...new Set(groups)].map((group) => nameOf('Group', group))];
    yield* this.#in('', names, 'ClusterRoleBinding');
    if (namespace !== '') yield* this.#in(namespace, names, 'RoleBinding');
  }

  /**
   * Returns the binding of a found role, and the subject of the binding that matched. Returns `undefined` if the
   * binding no longer exists.
   */
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

/** The storage key of a binding, and the index of a subject in the list of subjects of the binding. */
type BindingOfSubject = Pick<FoundRole, 'key' | 'at'>;

/** The bindings of one role to one subject. */
class RoleBindings {
  readonly roleRef: RoleRef;
  readonly #positions = new Map<string, number>();
  /**
   * The first binding in the order of the keys. The value is `undefined` if the class has to search for the first
   * binding again.
   */
  #first: BindingOfSubject | undefined;

  constructor(roleRef: RoleRef) {
    this.roleRef = roleRef;
  }

  get size(): number {
    return this.#positions.size;
  }

  /**
   * The first binding in the order of the keys. The class searches for the first binding only after the removal of the
   * previous first binding.
   */
  get first(): BindingOfSubject {
    return (this.#first ??= this.#lookForFirst());
  }

  /** Adds a binding. If a binding names a subject twice, the first index counts. */
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

/**
 * Returns the index key of a user or a group within a namespace. An empty namespace stands for the whole cluster. The
 * key is unambiguous, because no namespace contains a slash.
 */
const placeOf = (namespace: string, name: string): string => `${namespace}/${name}`;

const nameOf = (kind: 'User' | 'Group', name: string): string => `${kind} ${name}`;

/** Yields the index key of each subject of a binding, and the index of the subject in the list. */
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

/**
 * Returns the name of a subject in the index. A service account counts as the user
 * `system:serviceaccount:NAMESPACE:NAME`. If a service account has no namespace, the namespace of the binding applies.
 */
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

/** Returns the subjects of a binding. In a stored binding, the list of subjects can be absent or `null`. */
function subjectsOf(binding: StoredObject | undefined): readonly Json[] {
  const subjects = binding?.['subjects'];
  return Array.isArray(subjects) ? (subjects as readonly Json[]) : [];
}
