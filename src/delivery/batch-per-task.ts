import {
  asyncScheduler,
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
import { afterTask$, asSlice, nextTurn$, sliceClock, trampoline } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { ListenerScheduler } from './machine/listener-scheduler.ts';
import { TaskBatch } from './machine/task-batch.ts';

type Batches<T> = Observable<readonly Change<T>[]>;

/**
 * Collects the watch events of one task into batches of up to 32 changes, and shares them among all
 * subscribers. So an additional subscriber costs time per batch, not per event.
 *
 * The source Observable has to be the `batches$` of a store. Each subscriber first gets the current content,
 * then each later batch, without a gap or a duplicate (G12). The operator emits the changes of a list or of a
 * resync immediately.
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
      const own = {};
      connection = own;
      const disconnect = (): void => {
        if (connection === own) connection = undefined;
      };
      const emitted = new Subject<readonly Change<T>[]>();
      // A subscriber can write to the store from its callback. The trampoline delays the batch of such a
      // write, so that the next subscribers receive all batches in order.
      const notify = trampoline((notification: () => void) => notification());
      const batch = new TaskBatch<T>(
        (changes) => notify(() => emitted.next(changes)),
        () => scheduler.wake(),
      );
      const leave = scheduler.join({ flush: () => batch.flush() });
      // The connection to the source ends before the subscribers are notified. So a subscription from a
      // callback makes a new connection.
      const end = (notification: () => void): void => {
        batch.flush();
        disconnect();
        notify(notification);
      };
      const collected$ = batches$.pipe(
        tap({
          next: (changes) => batch.push(changes),
          error: (error: unknown) => end(() => emitted.error(error)),
          complete: () => end(() => emitted.complete()),
        }),
        ignoreElements(),
        catchError(() => EMPTY),
      );
      return merge(emitted, collected$).pipe(
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
 * Connects a late subscriber. The subscriber gets the current content and the next batch from its own
 * subscription to the source. The subscriber gets all later batches from the shared connection. Earlier
 * batches of the shared connection are dropped, because the current content can already include their
 * changes.
 */
function joinLate<T>(batches$: Batches<T>, shared$: Batches<T>, scheduler: ListenerScheduler): Batches<T> {
  return defer(() => {
    let hasContent = false;
    let usesShared = false;
    const untilFirstBatch$ = batches$.pipe(
      map((batch) => ({ batch, isContent: !hasContent })),
      takeWhile(({ isContent }) => isContent, true),
      tap({
        next: ({ isContent }) => {
          // The shared connection has the same batch, which is flushed to its subscribers now. So the late
          // subscriber, which joins afterwards, does not get the batch twice.
          if (!isContent) scheduler.flush();
        },
        complete: () => (usesShared = true),
      }),
      map(({ batch }) => batch),
    );
    // `merge` subscribes to `contentEnd$` last, when the source has already emitted the current content.
    const contentEnd$ = defer(() => {
      hasContent = true;
      return EMPTY;
    });
    return merge(shared$.pipe(filter(() => usesShared)), untilFirstBatch$, contentEnd$);
  });
}

/**
 * Creates a scheduler for listeners that share time slices of 5 ms. In virtual time the scheduler runs
 * without a delay.
 */
export function createListenerScheduler(): ListenerScheduler {
  const scheduler = new ListenerScheduler(
    sliceClock(),
    (isSliceOver) => (isSliceOver ? nextTurn$ : afterTask$).subscribe(() => asSlice(() => scheduler.run())),
    () => asyncScheduler.now(),
  );
  return scheduler;
}
