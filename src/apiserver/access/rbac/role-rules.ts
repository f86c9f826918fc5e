import { recordsAt, type StoredObject } from '../../json.ts';
import type { Storage } from '../../storage/storage.ts';
import { type PolicyRule, withoutEqualRules } from './policy-rule.ts';

/** What a binding refers to. */
export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

const ids = {
  Role: 'roles.rbac.authorization.k8s.io',
  ClusterRole: 'clusterroles.rbac.authorization.k8s.io',
} as const;

/**
 * The rules of the stored roles, equal rules of a role once. They are compared at the write of the role, so that no request
 * does that for many roles together.
 */
export class RoleRules {
  /** Of each collection: the rules by the storage keys of the roles. */
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
   * The rules of a role, the same list until the role is written again; none of a role that is not there.
   *
   * @param namespace - of a `Role`
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
