import type { Observable, Observer, OperatorFunction } from 'rxjs';
import type { HandlerError, KnownObjects, KubeObject, ObjectKey } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/**
 * client-go's `PopProcessFunc`. What is thenable or observable is waited for, and nobody else pops meanwhile; writes
 * go on. What it throws fails the pop and is not queued again (B89); see {@link RequeueError}.
 */
export type PopProcessFunc<Popped> = (popped: Popped, isInInitialList: boolean) => unknown;

/**
 * client-go's `Queue`, filled and popped by hand. Subscribe it to a reflector, and that fills it; when the reflector
 * ends, the queue is closed.
 *
 * Each write throws a `HandlerError` when the key function or the transformer threw: that object is not queued. Nothing
 * here locks, for there is one thread: a write never waits, not even for a handler that is busy.
 */
export interface Queue<T extends KubeObject, Popped> extends Observer<ReflectorEvent<T>> {
  /** How many pops would find something: keys in DeltaFIFO, deltas in RealFIFO. */
  readonly length: number;
  /** Queues an `Added`. */
  add(object: T): void;
  /** Queues an `Updated`. */
  update(object: T): void;
  /** Queues a `Deleted`, of an object or of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** A whole list: what it holds, and that the rest has gone. */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Queues all that is known once more. */
  resync(): void;
  /**
   * Takes the oldest, processes it, emits it and completes, all at once; of a long backlog now and then in the next
   * microtask, so that `repeat()` nests no deeper. It waits until there is something, where client-go's blocks;
   * unsubscribing gives up the place. Pops that wait come one after the other. `firstValueFrom` makes a promise of it;
   * `repeat()` a loop, as does {@link processLoop}, which survives what `process` throws. Nothing happens before it is
   * subscribed to.
   *
   * It errors with what `process` threw; with a {@link FifoClosedError} once the queue is closed and empty, or with the
   * error that the reflector ended with.
   */
  pop(process: PopProcessFunc<Popped>): Observable<Popped>;
  /** Whether all of the first list was popped; at once, if anything else came before a list (B84, B101). */
  hasSynced(): boolean;
  /** What waits is still handed out; then each pop errors. */
  close(): void;
  /** Whether `close` was called, or the reflector ended. */
  isClosed(): boolean;
  /**
   * The key of an object, of a tombstone, or of what was popped, there of the newest (B88).
   *
   * @throws HandlerError when there is none
   */
  keyOf(thing: T | DeletedFinalStateUnknown<T> | Popped): ObjectKey;
  /** Writes an event of a reflector. */
  next: (event: ReflectorEvent<T>) => void;
  /** Closes the queue: the pops end with this error. */
  error: (error: unknown) => void;
  /** Closes the queue. */
  complete: () => void;
}

/** A queue as an operator: given the pops, what it makes of the events of a reflector. */
export type QueueOperator<T extends KubeObject, D> = (
  pop: Observable<void>,
) => OperatorFunction<ReflectorEvent<T>, D>;

/** @internal The part of a queue that `processLoop` needs. */
export interface PoppableQueue<Popped> {
  pop(process: PopProcessFunc<Popped>): Observable<Popped>;
  keyOf(popped: Popped): ObjectKey;
  /** Absent: a retry runs before the next pop. */
  addIfNotPresent?(popped: Popped): void;
  holdBack?(popped: Popped): void;
}

/** What both queues take. */
export interface QueueOptions<T extends KubeObject> {
  /** Default `keyOf`. */
  readonly keyFunction?: (object: T) => ObjectKey;
  /** What the consumer has already; a store is one. Its keys are listed at each replace and resync. */
  readonly knownObjects?: KnownObjects<T>;
  /** Runs on each object as it is queued, not on tombstones and not on what a resync repeats (B86, B108). */
  readonly transformer?: (object: T) => T;
  /** Hears of a look-up in `knownObjects` that threw. Default: RxJS's unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}
