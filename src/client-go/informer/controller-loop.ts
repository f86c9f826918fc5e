import {
  catchError,
  defer,
  EMPTY,
  ignoreElements,
  merge,
  type Observable,
  ReplaySubject,
  takeUntil,
  tap,
} from 'rxjs';
import { HandlerError, type KubeObject } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import { operatorQueue } from '../queue/operator-queue.ts';
import { processLoop } from '../queue/process-loop.ts';
import type { Queue, QueueOperator } from '../queue/queue.ts';

/**
 * The part of a controller after the reflector. The loop fills the queue, pops deltas from the queue, and
 * passes the deltas to `process`.
 */
export interface ControllerLoop<T extends KubeObject> {
  readonly hasSynced: () => boolean;
  /** Whether the loop cannot run again. */
  readonly isClosed: () => boolean;
  /** Fills the queue with the events, and pops deltas from the queue. */
  readonly run: (events$: Observable<ReflectorEvent<T>>) => Observable<never>;
  /** A function that is called after each run. */
  readonly close: () => void;
}

interface ControllerLoopOptions<D> {
  readonly process: (deltas: D, isInInitialList: boolean) => unknown;
  readonly retryOnError: boolean;
  readonly onError: (error: HandlerError) => void;
}

/**
 * Creates a loop that runs `processLoop` over an imperative queue, or over a queue that is an operator. The
 * two kinds of queue get their events in different ways.
 */
export function controllerLoop<T extends KubeObject, D extends AnyDeltas<T>>(
  queue: Queue<T, D> | QueueOperator<T, D>,
  { process, ...options }: ControllerLoopOptions<D>,
): ControllerLoop<T> {
  if (typeof queue !== 'function') {
    return {
      hasSynced: () => queue.hasSynced(),
      isClosed: () => queue.isClosed(),
      run: (events$) =>
        defer(() => {
          const ended = new ReplaySubject<void>(1); // a closed queue can end the loop before `takeUntil` subscribes
          return merge(
            processLoop(queue, process, options).pipe(tap({ complete: () => ended.next() })),
            fill(queue, events$, options.onError).pipe(takeUntil(ended)),
          );
        }),
      close: () => queue.close(),
    };
  }
  // Each run has its own queue, because a run that is stopped inside `process` can still add its retries.
  let current = operatorQueue(queue);
  return {
    hasSynced: () => current.hasSynced(),
    isClosed: () => false,
    run: (events$) =>
      defer(() => {
        const own = (current = operatorQueue(queue, current.hasSynced()));
        return merge(processLoop(own, process, options), own.fill(events$));
      }),
    close: () => undefined,
  };
}

/**
 * Writes the events to an imperative queue. The end of the reflector closes the queue, and the loop ends once the queue
 * is empty.
 */
function fill<T extends KubeObject, D>(
  queue: Queue<T, D>,
  events$: Observable<ReflectorEvent<T>>,
  onError: (error: HandlerError) => void,
): Observable<never> {
  return events$.pipe(
    tap({ error: (error: unknown) => queue.error(error), complete: () => queue.complete() }),
    // Completes here, because `queue.error` has stored the error. The loop errors with the stored error after
    // all queued deltas have been processed.
    catchError(() => EMPTY),
    tap((event) => {
      try {
        if (event.type === 'RESYNC') queue.resync();
        else queue.next(event);
      } catch (error) {
        onError(error instanceof HandlerError ? error : new HandlerError('queue', undefined, error));
      }
    }),
    ignoreElements(),
  );
}
