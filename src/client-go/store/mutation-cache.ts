import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/** client-go's `MutationCache`: a view of a store that also contains your own writes until the watch delivers them. */
export interface MutationCache<T extends KubeObject, Index extends string = string> {
  /**
   * Returns the newer of the stored object and your write. With `includeAdds`, also returns a write of an object that is not in the
   * store.
   */
  getByKey(key: ObjectKey): T | undefined;
  /**
   * Returns the objects that the indexer has under a value; for each object the newer of the stored object and your write. With
   * `includeAdds`, also returns each write that has the value.
   *
   * @throws OptionsError without an indexer
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
   * Removes the write of a deleted object. The cache then ignores a late response to a write of the deleted object. A write of a
   * new object with the same name stays, or is accepted later (B199). Call the method for each delete that the watch delivers.
   */
  onDelete(object: T | DeletedFinalStateUnknown<T>): void;
}

/** The options of a mutation cache. */
export interface MutationCacheOptions {
  /**
   * Default false: the cache does not return a write of an object that is not in the store, because the object may have been
   * deleted. True: the cache also returns writes of objects that are not in the store.
   */
  readonly includeAdds?: boolean;
}
