import {
  defer,
  filter,
  finalize,
  identity,
  interval,
  map,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  ReplaySubject,
  takeUntil,
  tap,
} from 'rxjs';
import { batchPerTask, buffered, createListenerScheduler, deliveryRules } from '../delivery/index.ts';
import { checkOptions, milliseconds } from '../objects/index.ts';
import { type Change, type IndexedStore, type ResyncableStore, resynced } from '../store/index.ts';
import { informerLifecycle, type StatusTracker } from './informer-lifecycle.ts';
import type { ChangesOptions, Informer, NamedInput } from './informer-types.ts';

/** The parts of an informer: a store, the pipe that fills the store, and the status of the pipe. */
export interface InformerParts<T, Index extends string> {
  readonly store: Pick<IndexedStore<T>, 'batches$'> & {
    asReadonly(wrap: <V>(stream$: Observable<V>) => Observable<V>): IndexedStore<T, Index>;
  };
  /** Fills the store while it is subscribed. */
  readonly pipe$: Observable<unknown>;
  readonly status: StatusTracker;
  readonly frameClock: { readonly lastFrameAt?: number | undefined };
  readonly resetDelay: number | undefined;
  /** Sends the next request now, if the pipe waits for a retry. */
  readonly retry: () => void;
  /** Returns the length of the queue. Default: 0. */
  readonly queued?: () => number;
  /** Returns the informers from which the pipe gets its content. Absent if there are none. */
  readonly inputs?: () => readonly NamedInput[];
}

/** Makes an informer of its parts: starts and stops the pipe, and delivers the changes to the subscribers. */
export function informerOf<T, Index extends string>({
  store,
  pipe$,
  status,
  frameClock,
  resetDelay,
  retry,
  queued = () => 0,
  inputs,
}: InformerParts<T, Index>): Informer<T, Index> {
  const scheduler = createListenerScheduler();
  const { whileSubscribed, start, errors, references } = informerLifecycle(pipe$.pipe(tap(status.refresh)), {
    resetDelay,
    onEnd: (failure) => {
      if (failure !== undefined) status.fail(failure.error);
      scheduler.flush();
    },
  });
  const batches$ = whileSubscribed(store.batches$.pipe(batchPerTask(scheduler)));
  const readonly = store.asReadonly(whileSubscribed);

  const listen = (
    changes: ChangesOptions,
    handle?: (change: Change<T>) => Observable<never>,
  ): Observable<Change<T>> => {
    checkOptions('changes', changes, { ...deliveryRules, resyncPeriod: milliseconds(1) });
    const { resyncPeriod, ...delivery } = changes;
    return batches$.pipe(
      resync(readonly, resyncPeriod, () => scheduler.flush()),
      buffered(delivery, { scheduler, handle }),
    );
  };

  return {
    store: readonly,
    status$: status.status$,
    errors,
    get lastFrameAt() {
      return frameClock.lastFrameAt;
    },
    changes: (changes = {}) => listen(changes),
    listen,
    start,
    retry,
    state: () => ({
      queued: queued(),
      ...references(),
      buffers: scheduler.buffers,
      errors: status.errors,
      ...(inputs && { inputs: inputs() }),
    }),
  };
}

/**
 * Adds a batch of all objects of the store every `period` ms. The operator is client-go's resync, but for one
 * subscriber. A resync sends no request, and subscribers can have different periods.
 *
 * @param flush - emits the changes that the store already includes
 */
function resync<T>(
  store: ResyncableStore<T>,
  period: number | undefined,
  flush: () => void,
): MonoTypeOperatorFunction<readonly Change<T>[]> {
  if (period === undefined) return identity;

  return (batches$) =>
    defer(() => {
      const ended = new ReplaySubject<void>(1); // `batches$` can end before `takeUntil` subscribes to `ended`
      const resynced$ = interval(period).pipe(
        tap(flush),
        map(() => resynced(store)),
        filter((batch) => batch.length > 0),
        takeUntil(ended),
      );
      return merge(batches$.pipe(finalize(() => ended.next())), resynced$);
    });
}
