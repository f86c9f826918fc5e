import type { Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { Transaction } from './transaction.ts';

/**
 * A function that returns the key of an object, as client-go's `KeyFunc`. The store reads the key of a
 * tombstone itself, so the function gets no tombstones.
 */
export type KeyFunc<T> = (object: T) => ObjectKey;

/**
 * A store of objects by key, with a method for each write, as client-go's `Store`. The store returns the
 * given objects, not copies. If you change a stored object, you change the cache (B191). The objects of
 * `reflect` are frozen.
 *
 * If the key function or the transformer throws, the write throws a `HandlerError` and changes nothing (B187).
 */
export interface Store<T extends KubeObject> {
  /** Stores an object. Replaces the object under the same key. */
  add(object: T): void;
  /** Stores an object. `update` does the same as `add`. */
  update(object: T): void;
  /** Removes the object under the key of an object or of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /**
   * Returns the object under the key of the given object. If the argument is a string, it counts as a key, as
   * with client-go's `ExplicitKey`.
   */
  get(object: T | ObjectKey): T | undefined;
  /** Returns the object under a key. */
  getByKey(key: ObjectKey): T | undefined;
  /** Returns all objects in insertion order. The array is the same until the next change. */
  list(): readonly T[];
  /** Returns all keys, in the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /**
   * Replaces all objects atomically, and sets the resourceVersion of the store. If two objects have the same
   * key, the last object is stored (B181).
   */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** This method has no effect, as in client-go, because the queue does the resync. */
  resync(): void;
  /** Sets the resourceVersion of the store. */
  bookmark(resourceVersion: string): void;
  /**
   * Returns the version of the last write: the version of the written object, list or bookmark. A tombstone has no version (B123,
   * B186). Returns `''` before the first write.
   */
  lastStoreSyncResourceVersion(): string;
}

/**
 * A store that applies the deltas of a queue. The store is an Observer, which can be subscribed to
 * `deltaFifo()`.
 */
export interface DeltaStore<T extends KubeObject> extends Store<T>, Observer<AnyDeltas<T>> {
  /**
   * Applies the deltas of one pop, and returns the changes in order. A list is applied atomically
   * (B112–B115). `processDeltas` calls a handler with these changes.
   */
  applyDeltas(deltas: AnyDeltas<T>): readonly Change<T>[];
  /**
   * Applies all writes in order and in one call, as client-go's `TransactionStore` does.
   *
   * @throws TransactionError if the key function throws for some writes; the other writes are applied
   * nevertheless (B188)
   */
  transaction(...transactions: readonly Transaction<T>[]): void;
  /** Applies the deltas of one pop, as `applyDeltas` does, but returns nothing. */
  next: (deltas: AnyDeltas<T>) => void;
  /**
   * Ends the input of the store with an error. The store keeps its objects, and RxJS reports the error as
   * unhandled.
   */
  error: (error: unknown) => void;
  /** Ends the input of the store. The store keeps its objects. */
  complete: () => void;
}

/** The options of `newStore` and `newIndexer`. `newThreadSafeStore` has only `onError`. */
export interface ImperativeStoreOptions<T> {
  /**
   * A function that transforms each object of `add`, `update` and `replace`, as client-go's `WithTransformer`
   * (B189).
   */
  readonly transformer?: (object: T) => T;
  /**
   * A callback that gets each error that an index function throws. The object is then missing in that index,
   * but the write succeeds, unlike in client-go (B190). Default: RxJS reports the error as an unhandled
   * error.
   */
  readonly onError?: (error: HandlerError) => void;
}
