import type { Observable, Observer, OperatorFunction } from 'rxjs';
import type { HandlerError, KnownObjects, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/**
 * client-go's `PopProcessFunc`: processes the deltas of one pop. If the function returns a promise or an Observable, the pop ends
 * when the result completes. The next pop waits for the end of the pop, but writes do not. If the function throws, the pop fails,
 * and the deltas do not return to the queue (B89); see {@link RequeueError}.
 */
export type PopProcessFunc<Popped> = (popped: Popped, isInInitialList: boolean) => unknown;

/**
 * client-go's `Queue`: a queue with a method for each write and for a pop. Subscribe the queue to a reflector to fill the queue.
 * The end of the reflector closes the queue.
 *
 * If the key function or the transformer throws, the write throws a `HandlerError`, and the object is not queued. JavaScript has
 * one thread, so the queue has no lock: a write never waits, not even while a handler is busy.
 */
export interface Queue<T extends KubeObject, Popped> extends Observer<ReflectorEvent<T>> {
  /** The number of pops that can run without waiting: the number of keys in a DeltaFIFO, or of deltas in a RealFIFO. */
  readonly length: number;
  /** Queues an `Added` delta. */
  add(object: T): void;
  /** Queues an `Updated` delta. */
  update(object: T): void;
  /** Queues a `Deleted` delta of an object or of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** Queues a whole list: its objects, and a delete of each known object that is not in the list. */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Queues each known object again. */
  resync(): void;
  /**
   * Removes the oldest deltas, processes them, emits them and completes. Each subscription is one pop; unsubscribing cancels the
   * pop. A pop of an empty queue waits, as `Pop` of client-go does. Pops run one after the other. During a long backlog some pops
   * complete in the next microtask, to limit the nesting of `repeat()`.
   *
   * Use `firstValueFrom` for a promise of one pop. For a loop use `repeat()`, or {@link processLoop}, which continues after an
   * error of `process`.
   *
   * The pop errors with the error of `process`. Once the queue is closed and empty, the pop errors with a {@link FifoClosedError},
   * or with the error of the reflector if the reflector's error closed the queue.
   */
  pop(process: PopProcessFunc<Popped>): Observable<Popped>;
  /**
   * Returns whether the first list has been popped from a DeltaFIFO, or processed by a RealFIFO (B84, B101). If an add, an update
   * or a delete comes before the first list, returns true without a list.
   */
  hasSynced(): boolean;
  /** Closes the queue. Queued deltas can still be popped; each later pop errors. */
  close(): void;
  /** Returns whether `close` was called or the reflector has ended. */
  isClosed(): boolean;
  /**
   * Returns the key of an object, of a tombstone, or of the newest popped delta (B88).
   *
   * @throws HandlerError when the key function throws, or the deltas have no key
   */
  keyOf(thing: T | DeletedFinalStateUnknown<T> | Popped): ObjectKey;
  /** Writes an event of a reflector to the queue. */
  next: (event: ReflectorEvent<T>) => void;
  /** Closes the queue. Once the queue is empty, the pops fail with the given error. */
  error: (error: unknown) => void;
  /** Closes the queue. */
  complete: () => void;
}

/** A queue as an operator over the events of a reflector. Each value of `pop` pops once. */
export type QueueOperator<T extends KubeObject, D> = (
  pop: Observable<void>,
) => OperatorFunction<ReflectorEvent<T>, D>;

/** @internal The part of a queue that `processLoop` needs. */
export interface PoppableQueue<Popped> {
  pop(process: PopProcessFunc<Popped>): Observable<Popped>;
  keyOf(popped: Popped): ObjectKey;
  /** Puts deltas back for a retry. If the method is absent, the loop retries the deltas before the next pop. */
  addIfNotPresent?(popped: Popped): void;
  keepInFlight?(popped: Popped): void;
}

/** The options of `newDeltaFIFO` and of `newRealFIFO`. */
export interface QueueOptions<T extends KubeObject> {
  /** The key function. Default `keyOf`. */
  readonly keyFunction?: (object: T) => ObjectKey;
  /** The objects that the consumer has, for example its store. The queue lists the keys at each replace and resync. */
  readonly knownObjects?: KnownObjects<T>;
  /** Called for each object before it is queued, but not for tombstones and the objects of a resync (B86, B108). */
  readonly transformer?: (object: T) => T;
  /** Receives the error of a `get` of `knownObjects`. Default: RxJS reports the error as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}
