import { isRecord } from '../../../objects/index.ts';
import type { Json, StoredObject } from '../../json.ts';
import type { Storage } from '../../storage/storage.ts';
import { serviceAccountUser } from '../user.ts';

/** The user or the groups that a binding may name. */
export interface BoundTo {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A binding, and the first of its subjects that is the user or one of the groups. */
export interface FoundBinding {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding';
  readonly binding: StoredObject;
  readonly subject: Json;
}

const ids = {
  ClusterRoleBinding: 'clusterrolebindings.rbac.authorization.k8s.io',
  RoleBinding: 'rolebindings.rbac.authorization.k8s.io',
} as const;

/**
 * The bindings by their subjects, kept up to date at each write: a request costs what the bindings of its user cost, however
 * many subjects others have.
 */
export class SubjectIndex {
  readonly storage: Storage;
  /** By namespace and subject: the storage keys of the bindings, and where the subject stands in each. */
  readonly #places = new Map<string, Map<string, number>>();

  constructor(storage: Storage) {
    this.storage = storage;
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
   * The bindings that name a user or one of its groups, in the order of their keys: first those of the cluster, then, where a
   * namespace is given, those within it.
   */
  *bindingsOf({ user, groups }: BoundTo, namespace: string): Generator<FoundBinding> {
    const names = [nameOf('User', user), ...[...new Set(groups)].map((group) => nameOf('Group', group))];
    yield* this.#in('', names, 'ClusterRoleBinding');
    if (namespace !== '') yield* this.#in(namespace, names, 'RoleBinding');
  }

  *#in(namespace: string, names: readonly string[], kind: FoundBinding['kind']): Generator<FoundBinding> {
    const first = new Map<string, number>();
    for (const name of names) {
      for (const [key, at] of this.#places.get(placeOf(namespace, name)) ?? []) {
        first.set(key, Math.min(at, first.get(key) ?? at));
      }
    }
    const collection = this.storage.collection(ids[kind]);
    for (const key of [...first.keys()].sort()) {
      const binding = collection.get(key);
      const subject = subjectsOf(binding)[first.get(key) ?? 0];
      if (binding !== undefined && subject !== undefined) yield { kind, binding, subject };
    }
  }

  #add(key: string, binding: StoredObject | undefined): void {
    for (const [at, place] of placesOf(key, binding)) {
      const places = this.#places.get(place) ?? new Map<string, number>();
      this.#places.set(place, places);
      if (!places.has(key)) places.set(key, at);
    }
  }

  #remove(key: string, binding: StoredObject | undefined): void {
    for (const [, place] of placesOf(key, binding)) {
      const places = this.#places.get(place);
      places?.delete(key);
      if (places?.size === 0) this.#places.delete(place);
    }
  }
}

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
