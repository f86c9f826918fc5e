import type { KubeObject, ObjectKey } from './kube-object.ts';

/** What the consumer of a queue has already; an `IndexedStore` is one (client-go's `KeyListerGetter`). */
export interface KnownObjects<T extends KubeObject> {
  /** The keys of all that is known. */
  listKeys(): readonly ObjectKey[];
  /** The last state known; `undefined` for none. */
  get(key: ObjectKey): T | undefined;
}
