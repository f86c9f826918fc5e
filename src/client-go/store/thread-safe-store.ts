import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { IndexQueries } from './indexer.ts';
import type { ThreadSafeStoreTransaction } from './transaction.ts';

/**
 * client-go's `ThreadSafeStore`: the store under an `Indexer`, whose methods take the key beside the object. JavaScript has one
 * thread, so the store needs no lock.
 */
export interface ThreadSafeStore<T extends KubeObject, Index extends string = string> extends IndexQueries<
  T,
  Index
> {
  /** Stores an object under a key, and replaces the object that is there. */
  add(key: ObjectKey, object: T): void;
  /** The same as `add`. */
  update(key: ObjectKey, object: T): void;
  /** Does not change the version of the store (B186). */
  delete(key: ObjectKey): void;
  /** Sets the version of the store to that of the object; a tombstone has none (B186). */
  deleteWithObject(key: ObjectKey, object: T | DeletedFinalStateUnknown<T>): void;
  /** The object stored under a key. */
  get(key: ObjectKey): T | undefined;
  /** In insertion order; the same array until the next change. */
  list(): readonly T[];
  /** In the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** Replaces all objects at once. */
  replace(objects: ReadonlyMap<ObjectKey, T>, resourceVersion: string): void;
  /** Has no effect, as in client-go. */
  resync(): void;
  /** Sets the version of the store. */
  bookmark(resourceVersion: string): void;
  /** The version of the last write; `''` before the first (B186). */
  lastStoreSyncResourceVersion(): string;
  /** Applies all of them in order. The version of the store is that of the last (B186). */
  transaction(...transactions: readonly ThreadSafeStoreTransaction<T>[]): void;
  /** As that of an `Indexer`. */
  addIndexers<More extends string>(indexers: Indexers<T, More>): ThreadSafeStore<T, Index | More>;
}
