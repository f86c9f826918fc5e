import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/** client-go's `MutationCache`: a store with your own writes over it, until the watch has brought them. */
export interface MutationCache<T extends KubeObject, Index extends string = string> {
  /** The newer of the stored object and the write. With `includeAdds` also a write of an object that the store lacks. */
  getByKey(key: ObjectKey): T | undefined;
  /**
   * The objects that the indexer has under a value, each the newer of the stored object and the write. With `includeAdds` also
   * each write that has this value.
   *
   * @throws OptionsError without an indexer
   */
  byIndex(index: Index, value: string): readonly T[];
  /** Adds the API server's answer to a write. An answer that is older than the last one is ignored. */
  mutation(object: T): void;
  /** Call it when the watch brings an object: an equal or older write of that object is removed (B198). */
  onAddOrUpdate(object: T): void;
  /**
   * Call it when the watch brings a delete: the write of that object is removed, and a late answer to such a write is ignored. A
   * write of a new object with the same name stays, or is accepted (B199).
   */
  onDelete(object: T | DeletedFinalStateUnknown<T>): void;
}

/** The options of a mutation cache. */
export interface MutationCacheOptions {
  /**
   * Default false: a write of an object that the store lacks is not returned, because the object may have been deleted. True: it is
   * returned.
   */
  readonly includeAdds?: boolean;
}
