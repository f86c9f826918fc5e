import type { Observable, Observer, OperatorFunction } from 'rxjs';
import type { HandlerError, KnownObjects, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/**
 * client-go's `PopProcessFunc`. A pop is over when the promise or the Observable that it returns has completed. The next pop waits
 * for that; writes do not. When it throws, the pop fails, and the deltas are not queued again (B89); see {@link RequeueError}.
 */
export type PopProcessFunc<Popped> = (popped: Popped, isInInitialList: boolean) => unknown;

/**
 * client-go's `Queue`, with a method for each write and for a pop. Subscribe it to a reflector to fill it; when the reflector
 * ends, the queue is closed.
 *
 * Each write throws a `HandlerError` when the key function or the transformer throws; that object is not queued. JavaScript has one
 * thread, so the queue has no lock: a write never waits, not even while a handler is busy.
 */
export interface Queue<T extends KubeObject, Popped> extends Observer<ReflectorEvent<T>> {
  /** How many pops would not wait: the number of keys in DeltaFIFO, of deltas in RealFIFO. */
  readonly length: number;
  /** Queues an `Added`. */
  add(object: T): void;
  /** Queues an `Updated`. */
  update(object: T): void;
  /** Queues a `Deleted`, of an object or of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** Queues a whole list: its objects, and a delete of each known object that it lacks. */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Queues each known object once more. */
  resync(): void;
  /**
   * Takes the oldest deltas, processes them, emits them and completes. Each subscription is one pop; unsubscribing cancels it. A
   * pop of an empty queue waits, as client-go's blocks. Pops are processed one after the other. During a long backlog a pop
   * sometimes completes in the next microtask, to limit the nesting of `repeat()`.
   *
   * Use `firstValueFrom` for a promise of one pop. Use `repeat()` for a loop, or {@link processLoop}, which continues after an error
   * of `process`.
   *
   * It errors with the error of `process`; with a {@link FifoClosedError} once the queue is closed and empty, or with the error
   * of the reflector.
   */
  pop(process: PopProcessFunc<Popped>): Observable<Popped>;
  /** Whether the first list was popped. It is true without a list once any other write has come (B84, B101). */
  hasSynced(): boolean;
  /** Closes the queue. The deltas that wait can still be popped; then each pop errors. */
  close(): void;
  /** Whether `close` was called, or the reflector ended. */
  isClosed(): boolean;
  /**
   * The key of an object, of a tombstone, or of the newest of popped deltas (B88).
   *
   * @throws HandlerError when the key function throws, or the deltas have no key
   */
  keyOf(thing: T | DeletedFinalStateUnknown<T> | Popped): ObjectKey;
  /** Writes an event of a reflector. */
  next: (event: ReflectorEvent<T>) => void;
  /** Closes the queue: the pops end with this error. */
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
  /** Absent: a retry runs before the next pop. */
  addIfNotPresent?(popped: Popped): void;
  keepInFlight?(popped: Popped): void;
}

/** The options of both queues. */
export interface QueueOptions<T extends KubeObject> {
  /** Default `keyOf`. */
  readonly keyFunction?: (object: T) => ObjectKey;
  /** The objects that the consumer has: its store. The queue lists the keys at each replace and resync. */
  readonly knownObjects?: KnownObjects<T>;
  /** Called for each object as it is queued, but not for tombstones and the objects of a resync (B86, B108). */
  readonly transformer?: (object: T) => T;
  /** Gets the error of a `get` of `knownObjects`. Default: RxJS reports it as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}
