import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { IndexQueries } from './indexer.ts';
import type { ThreadSafeStoreTransaction } from './transaction.ts';

/**
 * client-go's `ThreadSafeStore`: the store that an `Indexer` uses. Its methods accept the key in addition to the object. JavaScript
 * has one thread, so the store needs no lock.
 */
export interface ThreadSafeStore<T extends KubeObject, Index extends string = string> extends IndexQueries<
  T,
  Index
> {
  /** Stores an object under a key. Replaces the object under that key. */
  add(key: ObjectKey, object: T): void;
  /** Does the same as `add`. */
  update(key: ObjectKey, object: T): void;
  /** Removes the object under a key. Does not change the version of the store (B186). */
  delete(key: ObjectKey): void;
  /**
   * Removes the object under a key, and sets the version of the store to the version of the given object. A tombstone
   * has no version, so it does not change the version of the store (B186).
   */
  deleteWithObject(key: ObjectKey, object: T | DeletedFinalStateUnknown<T>): void;
  /** Returns the object under a key. */
  get(key: ObjectKey): T | undefined;
  /** Returns all objects in insertion order, as the same array until the next change. */
  list(): readonly T[];
  /** Returns all keys, in the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** Replaces all objects at once, and sets the version of the store. */
  replace(objects: ReadonlyMap<ObjectKey, T>, resourceVersion: string): void;
  /** Has no effect, as in client-go. */
  resync(): void;
  /** Sets the version of the store. */
  bookmark(resourceVersion: string): void;
  /** Returns the version of the last write, or `''` before the first write (B186). */
  lastStoreSyncResourceVersion(): string;
  /** Applies all writes in order. The version of the store becomes the version of the last object (B186). */
  transaction(...transactions: readonly ThreadSafeStoreTransaction<T>[]): void;
  /** Adds indices, as `addIndexers` of an `Indexer` does. */
  addIndexers<More extends string>(indexers: Indexers<T, More>): ThreadSafeStore<T, Index | More>;
}
