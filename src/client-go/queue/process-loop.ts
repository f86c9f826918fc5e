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
import { isAwaited } from './is-awaited.ts';
import { type Refusal, Refusals, retryDelay } from './machine/refusals.ts';
import { aPoppableQueue } from './queue-rules.ts';
import type { PopProcessFunc, PoppableQueue, Queue } from './queue.ts';
import { RequeueError } from './requeue-error.ts';

/** What becomes of what `process` refuses. */
export interface ProcessLoopOptions {
  /**
   * Default false: it is told to `onError` and done with. True: it is tried again, after 0.8 s, then twice as long up to
   * 30 s. In DeltaFIFO it goes back to the queue then, unless something newer of its key has come meanwhile (client-go's
   * `AddIfNotPresent`), and other keys go on; in RealFIFO, whose order is strict, all else waits.
   */
  readonly retryOnError?: boolean;
  /** Hears what `process` threw. Default: RxJS's unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}

/**
 * client-go's `processLoop`, which every controller runs: pops into `process`, and pops again. Nothing happens before it
 * is subscribed to; unsubscribing stops it and leaves the queue open, with what was to be tried again.
 *
 * What `process` throws is told, never lost in silence (against B125), and ends nothing (against B120). A
 * {@link RequeueError} is tried again whatever the options say, and told only if it has a cause.
 *
 * @returns never emits; completes once the queue is closed and empty, errors with what the queue was closed with
 * @throws OptionsError for an argument that is none
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
    const refusals = new Refusals<Popped>();
    const refused = new Subject<Refusal<Popped>>();
    const ended = new Subject<void>();

    const attempt = (popped: Popped, isInInitialList: boolean, key: ObjectKey | undefined, count: number) => {
      const refuse = (error: unknown): Observable<unknown> => {
        const isRequeue = error instanceof RequeueError;
        const cause: unknown = isRequeue ? error.cause : error;
        if (cause !== undefined) onError(new HandlerError('process', key, cause));
        if (!retryOnError && !isRequeue) return EMPTY;
        if (queue.addIfNotPresent !== undefined && key !== undefined) {
          queue.holdBack?.(popped);
          refused.next(refusals.refuse(key, popped, count));
          return EMPTY;
        }
        return timer(retryDelay(count + 1)).pipe(mergeMap(() => again(count + 1)));
      };
      const again = (before: number): Observable<unknown> =>
        defer(() => attempt(popped, isInInitialList, key, before) ?? EMPTY);
      try {
        const result = process(popped, isInInitialList);
        return isAwaited(result) ? from(result).pipe(catchError(refuse)) : undefined;
      } catch (error) {
        return refuse(error);
      }
    };

    const popped$ = queue
      .pop((popped, isInInitialList) => {
        const key = keyIn(queue, popped);
        const count = key === undefined ? 0 : refusals.popped(key);
        return attempt(popped, isInInitialList, key, count);
      })
      .pipe(
        repeat(),
        catchError((error: unknown) => {
          ended.next();
          refusals.takeAll(); // the queue is closed, and takes nothing back
          return error instanceof FifoClosedError ? EMPTY : throwError(() => error);
        }),
      );
    const back$ = refused.pipe(
      mergeMap((refusal) => timer(retryDelay(refusal.attempt)).pipe(map(() => refusal))),
      tap((refusal) => {
        if (refusals.take(refusal)) queue.addIfNotPresent?.(refusal.popped);
      }),
      takeUntil(ended),
    );
    const giveBack = (): void => {
      for (const { popped } of refusals.takeAll()) queue.addIfNotPresent?.(popped);
    };
    return merge(back$, popped$).pipe(ignoreElements(), finalize(giveBack));
  });
}

/** None for a list, a resync, a bookmark. */
function keyIn<Popped>(queue: PoppableQueue<Popped>, popped: Popped): ObjectKey | undefined {
  try {
    return queue.keyOf(popped);
  } catch {
    return undefined;
  }
}
