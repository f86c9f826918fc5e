import type { KubeObject, ObjectKey } from '../objects/index.ts';

/** What the consumer of a queue has already; an `IndexedStore` is one (client-go's `KeyListerGetter`). */
export interface KnownObjects<T extends KubeObject> {
  listKeys(): readonly ObjectKey[];
  get(key: ObjectKey): T | undefined;
}
