import type { Observable, Observer, OperatorFunction } from 'rxjs';
import type { HandlerError, KnownObjects, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/**
 * A function that processes the deltas of one pop, as client-go's `PopProcessFunc`. If the function returns a
 * promise or an Observable, the pop ends when the result completes. The next pop waits for the end of this
 * pop, but writes to the queue do not wait. If the function throws, the pop errors, and the deltas do not
 * return to the queue (B89). To return the deltas to the queue, throw a {@link RequeueError}.
 */
export type PopProcessFunc<Popped> = (popped: Popped, isInInitialList: boolean) => unknown;

/**
 * A queue with a method for each write and for a pop, as client-go's `Queue`. To fill the queue, subscribe
 * the queue to a reflector. The end of the reflector closes the queue.
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
  /**
   * Queues a whole list: its objects, and a delete of each object of `knownObjects` that is not in the list.
   */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Queues each object of `knownObjects` again, for a resync. */
  resync(): void;
  /**
   * Removes the oldest deltas, processes them, emits them and completes. Each subscription is one pop. An
   * unsubscribe cancels the pop. A pop of an empty queue waits, as `Pop` of client-go does. Pops run one
   * after the other. If many deltas wait, some pops complete in the next microtask, to limit the nesting of
   * `repeat()`.
   *
   * Use `firstValueFrom` for a promise of one pop. For a loop use `repeat()`, or {@link processLoop}, which continues after an
   * error of `process`.
   *
   * The pop errors with the error of `process`. When the queue is closed and empty, the pop errors with a
   * {@link FifoClosedError}. If an error of the reflector closed the queue, the pop errors with that error.
   */
  pop(process: PopProcessFunc<Popped>): Observable<Popped>;
  /**
   * Returns whether the first list has been popped from a DeltaFIFO, or processed by a RealFIFO (B84, B101).
   * If an add, an update or a delete comes before the first list, the result is true without a list.
   */
  hasSynced(): boolean;
  /** Closes the queue. The queued deltas can still be popped. Each later pop errors. */
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
  /** Closes the queue with an error. When the queue is empty, each pop errors with this error. */
  error: (error: unknown) => void;
  /** Closes the queue, as `close` does. */
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
  /**
   * Puts deltas back for a retry. If this method is absent, the loop retries the deltas before the next pop.
   */
  addIfNotPresent?(popped: Popped): void;
  keepInFlight?(popped: Popped): void;
}

/** The options of `newDeltaFIFO` and of `newRealFIFO`. */
export interface QueueOptions<T extends KubeObject> {
  /** A function that returns the key of an object. Default: `keyOf`. */
  readonly keyFunction?: (object: T) => ObjectKey;
  /**
   * The objects that the consumer of the queue already has, for example its store. The queue reads their keys
   * at each list and each resync.
   */
  readonly knownObjects?: KnownObjects<T>;
  /**
   * A function that transforms each object before the object is queued. The function is not called for
   * tombstones and the objects of a resync (B86, B108).
   */
  readonly transformer?: (object: T) => T;
  /**
   * A callback that gets each error that `get` of `knownObjects` throws. Default: RxJS reports the error as
   * an unhandled error.
   */
  readonly onError?: (error: HandlerError) => void;
}
