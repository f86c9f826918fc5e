import type { Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { Transaction } from './transaction.ts';

/** client-go's `KeyFunc`. It gets no tombstones, because the store reads their keys itself. */
export type KeyFunc<T> = (object: T) => ObjectKey;

/**
 * client-go's `Store`: objects by key, with a method for each write. It returns the objects that it got, not copies: a change of
 * such an object changes the cache (B191). The objects of `reflect` are frozen.
 *
 * A write throws a `HandlerError` when the key function or the transformer throws, and changes nothing then (B187).
 */
export interface Store<T extends KubeObject> {
  /** Stores an object, and replaces the object under its key. */
  add(object: T): void;
  /** The same as `add`. */
  update(object: T): void;
  /** Removes the object under the key of an object or of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** The object stored under the key of an object; a string is a key, client-go's `ExplicitKey`. */
  get(object: T | ObjectKey): T | undefined;
  /** The object stored under a key. */
  getByKey(key: ObjectKey): T | undefined;
  /** In insertion order; the same array until the next change. */
  list(): readonly T[];
  /** In the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** Replaces all objects at once. Of two objects with one key the last is stored (B181). */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Has no effect, as in client-go: a queue resyncs. */
  resync(): void;
  /** Sets the version of the store. */
  bookmark(resourceVersion: string): void;
  /**
   * The version of the last write: of its object, list or bookmark. A tombstone has none (B123, B186). `''` before the first
   * write.
   */
  lastStoreSyncResourceVersion(): string;
}

/** A store that applies the deltas of a queue. It is an Observer: subscribe it to `deltaFifo()`. */
export interface DeltaStore<T extends KubeObject> extends Store<T>, Observer<AnyDeltas<T>> {
  /**
   * Applies the deltas of one pop, a list all at once, and returns the changes in order (B112–B115). `processDeltas` calls a handler
   * with these.
   */
  applyDeltas(deltas: AnyDeltas<T>): readonly Change<T>[];
  /**
   * client-go's `TransactionStore`: applies all of them, in order and in one call.
   *
   * @throws TransactionError when the key function throws for some of them; the others are applied (B188)
   */
  transaction(...transactions: readonly Transaction<T>[]): void;
  /** As `applyDeltas`. */
  next: (deltas: AnyDeltas<T>) => void;
  /** The objects stay. RxJS reports the error as an unhandled error. */
  error: (error: unknown) => void;
  /** The objects stay. */
  complete: () => void;
}

/** The options of `newStore`, `newIndexer` and `newThreadSafeStore`. */
export interface ImperativeStoreOptions<T> {
  /** client-go's `WithTransformer`: called for each object of `add`, `update` and `replace` (B189). */
  readonly transformer?: (object: T) => T;
  /**
   * Gets the error of an index function. That object is missing from that index, and the write succeeds (against B190).
   * Default: RxJS reports it as an unhandled error.
   */
  readonly onError?: (error: HandlerError) => void;
}
