import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/**
 * A view of a store that also contains your own writes until the watch delivers them, as client-go's
 * `MutationCache`.
 */
export interface MutationCache<T extends KubeObject, Index extends string = string> {
  /**
   * Returns the newer of the stored object and your write. With `includeAdds`, the result can also be a write
   * of an object that is not in the store.
   */
  getByKey(key: ObjectKey): T | undefined;
  /**
   * Returns the objects with an index value. For each object, the result contains the newer of the stored
   * object and your write. With `includeAdds`, the result also contains each write of a new object that has
   * this index value.
   *
   * @throws OptionsError if the cache has no indexer
   */
  byIndex(index: Index, value: string): readonly T[];
  /**
   * Adds the response of the API server to a write. The cache ignores a response that is older than the last response for the same
   * object.
   */
  mutation(object: T): void;
  /**
   * Removes the write of an object if the version of the write is not newer than the given object (B198). Call the method for each
   * object that the watch delivers.
   */
  onAddOrUpdate(object: T): void;
  /**
   * Removes the write of a deleted object. The cache then ignores each later response to a write of the deleted object. A write of a
   * new object with the same name stays, or is accepted later (B199). Call the method for each delete that the watch delivers.
   */
  onDelete(object: T | DeletedFinalStateUnknown<T>): void;
}

/** The options of a mutation cache. */
export interface MutationCacheOptions {
  /**
   * Whether the cache also returns writes of objects that are not in the store. By default, the cache does
   * not return such a write, because the object may have been deleted.
   */
  readonly includeAdds?: boolean;
}
