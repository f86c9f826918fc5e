import {
  catchError,
  defer,
  EMPTY,
  finalize,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  repeat,
  Subject,
  takeUntil,
  tap,
  throwError,
  timer,
} from 'rxjs';
import {
  aBoolean,
  aFunction,
  checkArgument,
  checkOptions,
  HandlerError,
  type KubeObject,
  type ObjectKey,
} from '../../objects/index.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';
import { FifoClosedError } from './fifo-closed-error.ts';
import { isAsyncResult } from './is-async-result.ts';
import { PendingRetries, type Retry, retryDelay } from './machine/pending-retries.ts';
import { aPoppableQueue } from './queue-rules.ts';
import type { PopProcessFunc, PoppableQueue, Queue } from './queue.ts';
import { RequeueError } from './requeue-error.ts';

/** The options of `processLoop`, which decide what the loop does when `process` fails. */
export interface ProcessLoopOptions {
  /**
   * Whether the loop retries deltas when `process` fails. With false, which is the default, `onError`
   * receives the error, and the loop drops the deltas. With true, the loop retries the deltas after 0.8 s.
   * Each further delay is twice as long, up to 30 s.
   *
   * With a DeltaFIFO the deltas return to the queue for the retry, unless the queue has newer deltas of the
   * same key, as with client-go's `AddIfNotPresent`. Other keys do not wait. With a RealFIFO, whose order is
   * strict, all other deltas wait.
   */
  readonly retryOnError?: boolean;
  /** Receives each error of `process`. Default: RxJS reports the error as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}

/**
 * Pops the queue again and again, and calls `process` with the deltas of each pop, as client-go's `processLoop` does.
 * Every controller runs this loop. The loop starts with the subscription. An unsubscribe stops the loop. The queue then
 * stays open, and deltas that wait for a retry return to the queue.
 *
 * After an error of `process` the loop continues, unlike in client-go (B120), and `onError` receives the error (B125). After a
 * {@link RequeueError} the loop always retries the deltas, and `onError` receives the cause if the error has one.
 *
 * @returns an Observable that never emits. The Observable completes when the queue is closed and empty. If an
 * error closed the queue, the Observable errors with this error
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const store = newStore<Pod>();
 * const fifo = newDeltaFIFO<Pod>({ knownObjects: store });
 * reflect(pods).subscribe(fifo);
 * processLoop(fifo, (deltas) => processDeltas(deltas, store, { onAdd: console.log })).subscribe();
 * ```
 */
export function processLoop<T extends KubeObject, Popped>(
  queue: Queue<T, Popped>,
  process: PopProcessFunc<NoInfer<Popped>>,
  options?: ProcessLoopOptions,
): Observable<never>;
/** @internal */
export function processLoop<Popped>(
  queue: PoppableQueue<Popped>,
  process: PopProcessFunc<NoInfer<Popped>>,
  options?: ProcessLoopOptions,
): Observable<never>;
export function processLoop<Popped>(
  queue: PoppableQueue<Popped>,
  process: PopProcessFunc<NoInfer<Popped>>,
  options: ProcessLoopOptions = {},
): Observable<never> {
  checkArgument('processLoop: queue', queue, aPoppableQueue);
  checkArgument('processLoop: process', process, aFunction);
  checkOptions('processLoop', options, { retryOnError: aBoolean, onError: aFunction });
  const { retryOnError = false, onError = reportUnhandledError } = options;

  return defer(() => {
    const retries = new PendingRetries<Popped>();
    const failed = new Subject<Retry<Popped>>();
    const ended = new Subject<void>();

    const attempt = (
      popped: Popped,
      isInInitialList: boolean,
      key: ObjectKey | undefined,
      failures: number,
    ) => {
      const fail = (error: unknown): Observable<unknown> => {
        const isRequeue = error instanceof RequeueError;
        const cause: unknown = isRequeue ? error.cause : error;
        if (cause !== undefined) onError(new HandlerError('process', key, cause));
        if (!retryOnError && !isRequeue) return EMPTY;
        if (queue.addIfNotPresent !== undefined && key !== undefined) {
          queue.keepInFlight?.(popped);
          failed.next(retries.add(key, popped, failures));
          return EMPTY;
        }
        return timer(retryDelay(failures + 1)).pipe(mergeMap(() => again(failures + 1)));
      };
      const again = (count: number): Observable<unknown> =>
        defer(() => attempt(popped, isInInitialList, key, count) ?? EMPTY);
      try {
        const result = process(popped, isInInitialList);
        return isAsyncResult(result) ? from(result).pipe(catchError(fail)) : undefined;
      } catch (error) {
        return fail(error);
      }
    };

    const popped$ = queue
      .pop((popped, isInInitialList) => {
        const key = keyIn(queue, popped);
        const failures = key === undefined ? 0 : retries.popped(key);
        return attempt(popped, isInInitialList, key, failures);
      })
      .pipe(
        repeat(),
        catchError((error: unknown) => {
          ended.next();
          retries.takeAll(); // deltas cannot go back to a closed queue
          return error instanceof FifoClosedError ? EMPTY : throwError(() => error);
        }),
      );
    const requeued$ = failed.pipe(
      mergeMap((retry) => timer(retryDelay(retry.attempt)).pipe(map(() => retry))),
      tap((retry) => {
        if (retries.requeue(retry)) queue.addIfNotPresent?.(retry.popped);
      }),
      takeUntil(ended),
    );
    const requeueAll = (): void => {
      for (const { popped } of retries.takeAll()) queue.addIfNotPresent?.(popped);
    };
    return merge(requeued$, popped$).pipe(ignoreElements(), finalize(requeueAll));
  });
}

/**
 * Returns the key of the deltas of a pop. Returns `undefined` if the deltas are a list, a resync or a
 * bookmark.
 */
function keyIn<Popped>(queue: PoppableQueue<Popped>, popped: Popped): ObjectKey | undefined {
  try {
    return queue.keyOf(popped);
  } catch {
    return undefined;
  }
}
