import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { IndexQueries } from './indexer.ts';
import type { ThreadSafeStoreTransaction } from './transaction.ts';

/**
 * The store that an `Indexer` uses, as client-go's `ThreadSafeStore`. Its methods accept a key in addition to
 * the object. JavaScript has one thread, so the store needs no lock.
 */
export interface ThreadSafeStore<T extends KubeObject, Index extends string = string> extends IndexQueries<
  T,
  Index
> {
  /** Stores an object under a key. Replaces the object under that key. */
  add(key: ObjectKey, object: T): void;
  /** Stores an object under a key. `update` does the same as `add`. */
  update(key: ObjectKey, object: T): void;
  /** Removes the object under a key. The resourceVersion of the store does not change (B186). */
  delete(key: ObjectKey): void;
  /**
   * Removes the object under a key, and sets the version of the store to the version of the given object. For
   * a tombstone, which has no version, the version of the store does not change (B186).
   */
  deleteWithObject(key: ObjectKey, object: T | DeletedFinalStateUnknown<T>): void;
  /** Returns the object under a key. */
  get(key: ObjectKey): T | undefined;
  /** Returns all objects in insertion order. The array is the same until the next change. */
  list(): readonly T[];
  /** Returns all keys, in the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** Replaces all objects atomically, and sets the resourceVersion of the store. */
  replace(objects: ReadonlyMap<ObjectKey, T>, resourceVersion: string): void;
  /** This method has no effect, as in client-go. */
  resync(): void;
  /** Sets the resourceVersion of the store. */
  bookmark(resourceVersion: string): void;
  /** Returns the version of the last write, or `''` before the first write (B186). */
  lastStoreSyncResourceVersion(): string;
  /** Applies all writes in order. The version of the store becomes the version of the last object (B186). */
  transaction(...transactions: readonly ThreadSafeStoreTransaction<T>[]): void;
  /** Adds indexes, as `addIndexers` of an `Indexer` does. */
  addIndexers<More extends string>(indexers: Indexers<T, More>): ThreadSafeStore<T, Index | More>;
}
