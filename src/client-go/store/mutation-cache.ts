import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/** client-go's `MutationCache`: a view of a store. The view also has your own writes until the watch delivers them. */
export interface MutationCache<T extends KubeObject, Index extends string = string> {
  /**
   * Returns the newer one of the stored object and your write. With `includeAdds` it also returns a write of an object
   * that is not in the store.
   */
  getByKey(key: ObjectKey): T | undefined;
  /**
   * Returns the objects that the indexer has under a value: of each the newer one of the stored object and your write.
   * With `includeAdds` it also returns each write that has this value.
   *
   * @throws OptionsError without an indexer
   */
  byIndex(index: Index, value: string): readonly T[];
  /**
   * Adds the response of the API server to a write. The cache ignores a response that is older than the last response
   * for this object.
   */
  mutation(object: T): void;
  /**
   * Removes the write of an object if the write has the same version as the given object or an older one (B198). Call
   * it for each object that the watch delivers.
   */
  onAddOrUpdate(object: T): void;
  /**
   * Removes the write of a deleted object; the cache then ignores a late response to such a write. A write of a new
   * object with the same name stays, or is accepted later (B199). Call it for each delete that the watch delivers.
   */
  onDelete(object: T | DeletedFinalStateUnknown<T>): void;
}

/** The options of a mutation cache. */
export interface MutationCacheOptions {
  /**
   * Default false: the cache does not return a write of an object that is not in the store, because the object may have
   * been deleted. True: the cache returns such a write.
   */
  readonly includeAdds?: boolean;
}
