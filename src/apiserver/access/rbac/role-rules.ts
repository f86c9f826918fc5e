import { recordsAt, type StoredObject } from '../../json.ts';
import type { Storage } from '../../storage/storage.ts';
import { type PolicyRule, withoutEqualRules } from './policy-rule.ts';

/** The role that a binding refers to. */
export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

const ids = {
  Role: 'roles.rbac.authorization.k8s.io',
  ClusterRole: 'clusterroles.rbac.authorization.k8s.io',
} as const;

/**
 * The rules of the stored roles, without duplicates within a role. The class removes duplicates once at the write of a
 * role, so that requests do not have to remove the duplicates.
 */
export class RoleRules {
  /** The rules by collection, and then by the storage key of the role. */
  readonly #rules: ReadonlyMap<string, Map<string, readonly PolicyRule[]>>;

  constructor(storage: Storage) {
    this.#rules = new Map(Object.values(ids).map((id) => [id, new Map()]));
    for (const id of this.#rules.keys()) {
      const snapshot = storage.collection(id).snapshot();
      for (const key of snapshot.keys) this.#note(id, key, snapshot.get(key));
    }
    storage.observe((id, { key, object }) => this.#note(id, key, object));
  }

  /**
   * Returns the rules of a role. Returns the same array until the next write of the role. Returns an empty array if the
   * role does not exist.
   *
   * @param namespace - the namespace of a `Role`
   */
  of({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] {
    const [id, key] = kind === 'Role' ? [ids.Role, `${namespace}/${name}`] : [ids.ClusterRole, name];
    return this.#rules.get(id)?.get(key) ?? [];
  }

  #note(id: string, key: string, role: StoredObject | undefined): void {
    const rules = this.#rules.get(id);
    if (role === undefined) rules?.delete(key);
    else rules?.set(key, withoutEqualRules(recordsAt(role, 'rules') as unknown as readonly PolicyRule[]));
  }
}
