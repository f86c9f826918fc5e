import {
  catchError,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  share,
  Subject,
  takeWhile,
  tap,
} from 'rxjs';
import { trampoline } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { createListenerScheduler } from './listener-scheduler.ts';
import type { ListenerScheduler } from './machine/listener-scheduler.ts';
import { TaskBatch } from './machine/task-batch.ts';

type Batches<T> = Observable<readonly Change<T>[]>;

/**
 * Gathers the watch events of one task into one batch, once for all subscribers, so that a subscriber costs once a task and not
 * once an event.
 *
 * The source is the `batches$` of a store. Each subscriber first gets the current content, then each later batch, without a gap
 * or a duplicate (G12). What a list or a resync brings passes at once.
 *
 * @example
 * ```ts
 * const batches$ = store.batches$.pipe(batchPerTask());
 * batches$.pipe(processorListener({ onAdd: (pod) => console.log(pod.metadata.name) })).subscribe();
 * batches$.pipe(buffered({ buffer: 'conflate' })).subscribe((change) => console.log(change.key));
 * ```
 */
export function batchPerTask<T>(): MonoTypeOperatorFunction<readonly Change<T>[]>;
/** @internal */
export function batchPerTask<T>(scheduler: ListenerScheduler): MonoTypeOperatorFunction<readonly Change<T>[]>;
export function batchPerTask<T>(
  scheduler = createListenerScheduler(),
): MonoTypeOperatorFunction<readonly Change<T>[]> {
  return (batches$) => {
    let connection: object | undefined;

    const shared$ = defer(() => {
      const mine = {};
      connection = mine;
      const disconnect = (): void => {
        if (connection === mine) connection = undefined;
      };
      const emitted = new Subject<readonly Change<T>[]>();
      // A subscriber may write from its callback: those behind it get the batches in order, and the end behind them.
      const notify = trampoline((notification: () => void) => notification());
      const batch = new TaskBatch<T>(
        (gathered) => notify(() => emitted.next(gathered)),
        () => scheduler.wake(),
      );
      const leave = scheduler.join(() => batch.flush());
      // Before subscribers are notified: one that subscribes again from its callback makes a new connection.
      const end = (notification: () => void): void => {
        batch.flush();
        disconnect();
        notify(notification);
      };
      const gathered$ = batches$.pipe(
        tap({
          next: (changes) => batch.push(changes),
          error: (error: unknown) => end(() => emitted.error(error)),
          complete: () => end(() => emitted.complete()),
        }),
        ignoreElements(),
        catchError(() => EMPTY),
      );
      return merge(emitted, gathered$).pipe(
        finalize(() => {
          leave();
          disconnect();
        }),
      );
    }).pipe(share());

    return defer(() => (connection === undefined ? shared$ : joinLate(batches$, shared$, scheduler)));
  };
}

/**
 * Until its first live batch, a late subscriber listens to the source itself. The shared connection may still have to gather
 * changes which the content that the subscriber got already shows.
 */
function joinLate<T>(batches$: Batches<T>, shared$: Batches<T>, scheduler: ListenerScheduler): Batches<T> {
  return defer(() => {
    let isLive = false;
    let hasJoined = false;
    const own$ = batches$.pipe(
      map((batch) => ({ batch, isLast: isLive })),
      takeWhile(({ isLast }) => !isLast, true),
      tap({
        next: ({ isLast }) => {
          if (isLast) scheduler.flush(); // the others get this batch before this subscriber joins them
        },
        complete: () => (hasJoined = true),
      }),
      map(({ batch }) => batch),
    );
    const beLive$ = defer(() => {
      isLive = true;
      return EMPTY;
    });
    return merge(shared$.pipe(filter(() => hasJoined)), own$, beLive$);
  });
}
