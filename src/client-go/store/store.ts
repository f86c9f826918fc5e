import type { Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';
import type { Transaction } from './transaction.ts';

/** client-go's `KeyFunc`. A store unwraps tombstones itself, so that it need not. */
export type KeyFunc<T> = (object: T) => ObjectKey;

/**
 * client-go's `Store`: objects by key, written by hand. What it returns is what it was given, shared with everybody: to
 * change that changes the cache (B191). What `reflect` gives is frozen.
 *
 * A write throws a `HandlerError` when the key function or the transformer threw, and changes nothing then (B187).
 */
export interface Store<T extends KubeObject> {
  /** Stores an object, whatever was there. */
  add(object: T): void;
  /** The same as `add`. */
  update(object: T): void;
  /** Takes out what is under the key of an object, or of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** What is stored under the key of an object; a string is a key, client-go's `ExplicitKey`. */
  get(object: T | ObjectKey): T | undefined;
  /** What is stored under a key. */
  getByKey(key: ObjectKey): T | undefined;
  /** In insertion order; the same array until something changes. */
  list(): readonly T[];
  /** In the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** Holds these objects from now on and no others, all at once; of two with one key the last (B181). */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Nothing, as in client-go: a queue resyncs. */
  resync(): void;
  /** The collection stands at this version. */
  bookmark(resourceVersion: string): void;
  /**
   * The version of what was written last: of the object, as it stands, of the list or of the bookmark; a tombstone has
   * none (B123, B186). `''` before the first.
   */
  lastStoreSyncResourceVersion(): string;
}

/** A store that takes what a queue hands out: subscribe it to `deltaFifo()`, as one subscribes a Subject. */
export interface DeltaStore<T extends KubeObject> extends Store<T>, Observer<AnyDeltas<T>> {
  /**
   * Applies what one pop took, and tells what that changed, in order; a list all at once (B112–B115). `processDeltas`
   * tells it to a handler.
   */
  applyDeltas(deltas: AnyDeltas<T>): readonly Change<T>[];
  /**
   * client-go's `TransactionStore`: all of them, one after the other; nobody sees a state between.
   *
   * @throws TransactionError that says for which there was no key; the others are applied (B188)
   */
  transaction(...transactions: readonly Transaction<T>[]): void;
  /** As `applyDeltas`. */
  next: (deltas: AnyDeltas<T>) => void;
  /** What is there stays; the error is RxJS's unhandled error. */
  error: (error: unknown) => void;
  /** What is there stays. */
  complete: () => void;
}

/** What a store written by hand may be told. */
export interface StoreFaceOptions<T> {
  /** client-go's `WithTransformer`: runs on what `add`, `update` and `replace` are given (B189). */
  readonly transformer?: (object: T) => T;
  /**
   * Hears of an index function that threw: that object is missing from that index, nothing else happens (against B190).
   * Default: RxJS's unhandled error.
   */
  readonly onError?: (error: HandlerError) => void;
}
