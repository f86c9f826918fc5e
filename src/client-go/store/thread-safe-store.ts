import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { IndexQueries } from './indexer.ts';
import type { ThreadSafeStoreTransaction } from './transaction.ts';

/**
 * client-go's `ThreadSafeStore`: what an `Indexer` is over, with keys said beside the objects. There is one thread, so
 * it has no lock and needs none: each call is done before the next one begins.
 */
export interface ThreadSafeStore<T extends KubeObject, Index extends string = string> extends IndexQueries<
  T,
  Index
> {
  /** Stores an object under a key, whatever was there. */
  add(key: ObjectKey, object: T): void;
  /** The same as `add`. */
  update(key: ObjectKey, object: T): void;
  /** Leaves the version of the store as it is (B186). */
  delete(key: ObjectKey): void;
  /** The version of the store is that of the object; a tombstone has none (B186). */
  deleteWithObject(key: ObjectKey, object: T | DeletedFinalStateUnknown<T>): void;
  /** What is stored under a key. */
  get(key: ObjectKey): T | undefined;
  /** In insertion order; the same array until something changes. */
  list(): readonly T[];
  /** In the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** Holds these from now on and no others, all at once. */
  replace(objects: ReadonlyMap<ObjectKey, T>, resourceVersion: string): void;
  /** Nothing, as in client-go. */
  resync(): void;
  /** The collection stands at this version. */
  bookmark(resourceVersion: string): void;
  /** The version of what was written last; `''` before the first (B186). */
  lastStoreSyncResourceVersion(): string;
  /** All of them, one after the other; the version is that of the last (B186). */
  transaction(...transactions: readonly ThreadSafeStoreTransaction<T>[]): void;
  /** As that of an `Indexer`. */
  addIndexers<More extends string>(indexers: Indexers<T, More>): ThreadSafeStore<T, Index | More>;
}
