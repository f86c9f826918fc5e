import type { Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { Transaction } from './transaction.ts';

/** client-go's `KeyFunc`. The store reads the key of a tombstone itself, so the function receives no tombstones. */
export type KeyFunc<T> = (object: T) => ObjectKey;

/**
 * client-go's `Store`: objects by key, with a method for each write. The store returns the given objects, not copies. If you change
 * a stored object, you change the cache (B191). The objects of `reflect` are frozen.
 *
 * If the key function or the transformer throws, the write throws a `HandlerError` and changes nothing (B187).
 */
export interface Store<T extends KubeObject> {
  /** Stores an object. Replaces the object under the same key. */
  add(object: T): void;
  /** Does the same as `add`. */
  update(object: T): void;
  /** Removes the object under the key of an object or of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /**
   * Returns the object under the key of the given object. A string counts as a key, as client-go's `ExplicitKey` does.
   */
  get(object: T | ObjectKey): T | undefined;
  /** Returns the object under a key. */
  getByKey(key: ObjectKey): T | undefined;
  /** Returns all objects in insertion order, as the same array until the next change. */
  list(): readonly T[];
  /** Returns all keys, in the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /**
   * Replaces all objects at once, and sets the version of the store. If two objects have the same key, the last object is stored
   * (B181).
   */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Has no effect, as in client-go: the queue does the resync. */
  resync(): void;
  /** Sets the version of the store. */
  bookmark(resourceVersion: string): void;
  /**
   * Returns the version of the last write: the version of the written object, list or bookmark. A tombstone has no version (B123,
   * B186). Returns `''` before the first write.
   */
  lastStoreSyncResourceVersion(): string;
}

/** A store that applies the deltas of a queue. The store is an Observer: subscribe it to `deltaFifo()`. */
export interface DeltaStore<T extends KubeObject> extends Store<T>, Observer<AnyDeltas<T>> {
  /**
   * Applies the deltas of one pop, a list all at once, and returns the changes in order (B112–B115). `processDeltas`
   * calls a handler with these changes.
   */
  applyDeltas(deltas: AnyDeltas<T>): readonly Change<T>[];
  /**
   * Applies all writes in order and in one call, as client-go's `TransactionStore` does.
   *
   * @throws TransactionError if the key function throws for some writes; the other writes are applied (B188)
   */
  transaction(...transactions: readonly Transaction<T>[]): void;
  /** Does the same as `applyDeltas`, without a result. */
  next: (deltas: AnyDeltas<T>) => void;
  /** Keeps the objects. RxJS reports the error as an unhandled error. */
  error: (error: unknown) => void;
  /** Keeps the objects. */
  complete: () => void;
}

/** The options of `newStore` and `newIndexer`. `newThreadSafeStore` has only `onError`. */
export interface ImperativeStoreOptions<T> {
  /** client-go's `WithTransformer`: called for each object of `add`, `update` and `replace` (B189). */
  readonly transformer?: (object: T) => T;
  /**
   * Receives the error of an index function. The index then lacks the object, but the write succeeds, unlike in client-go (B190).
   * Default: RxJS reports the error as an unhandled error.
   */
  readonly onError?: (error: HandlerError) => void;
}
