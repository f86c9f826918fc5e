import {
  ignoreElements,
  merge,
  NEVER,
  type Observable,
  of,
  share,
  Subject,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { deliver, deliveryRules, inRounds, inTurns, isPlain, tellInRounds } from '../delivery/index.ts';
import { aFunction, anObject, checkOptions, type KubeObject, milliseconds } from '../objects/index.ts';
import { type Deltas, pulled } from '../queue/index.ts';
import { aShard, type ReflectorEvent } from '../reflector/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import { aStorage, createStore, gathering, writesAtOnce } from '../store/index.ts';
import { checkShardOnce } from './check-shard-once.ts';
import { countSubscribers } from './count-subscribers.ts';
import { checkInformerSource, eventsOf } from './event-source.ts';
import { takeHandledElsewhere } from './handled-errors.ts';
import { keepStatus } from './informer-status.ts';
import type { Informer, InformerOptions } from './informer-types.ts';
import { resync } from './resync.ts';
import { startUntil } from './start-until.ts';
import { reportUnhandledError } from '../scheduling/index.ts';

/** In ms. Longer than a change of route or of a query takes, and short enough for a program that ends. */
const defaultLinger = 1_000;

/**
 * An informer over a collection, or over any stream of reflector events: a recording, a relay, a marble diagram.
 *
 * Cold until the first subscriber or `start`; shared by all; restartable: the content stays, and a new start tells only
 * the differences. Inside it pulls: while the store prepares a large list, events gather in the queue under their keys.
 *
 * @throws OptionsError when an option is not what it may be
 *
 * @example
 * ```ts
 * const pods = informer(listWatch(transport, core.v1.pods), { indexers: { node: byNode } });
 * pods.changes().subscribe(({ type, key }) => console.log(type, key));
 * ```
 */
export function informer<T extends KubeObject, Index extends string = never>(
  source: ListerWatcher<T> | Observable<ReflectorEvent<T>>,
  options: InformerOptions<T, Index> = {},
): Informer<T, Index> {
  checkInformerSource(source);
  checkOptions('informer', options, {
    indexers: anObject,
    through: aFunction,
    reflect: anObject,
    shard: aShard,
    linger: milliseconds(0),
    onError: aFunction,
    storage: aStorage,
  });
  const { indexers, through, reflect = {}, shard, linger = defaultLinger, onError, storage } = options;
  checkShardOnce('informer', shard, 'reflect', reflect);
  const { store, readerOver } = createStore<T, Index>({ indexers, onError, storage });
  const { status$, tell, storeWritten, lastError } = keepStatus(store);
  const wanted = shard === undefined ? reflect : { ...reflect, shard };
  // Operators of one's own see whole objects.
  const keep = through ? undefined : gathering(store);
  // Only such a store holds objects as they came.
  const holder = (through ?? storage) ? undefined : store;
  const reflected$ = eventsOf(source, wanted, tell, keep, holder);
  const events$ = through ? reflected$.pipe(through) : reflected$;
  const rounds = inRounds(store.batches$);
  const ended = new Subject<void>();

  // A whole list takes its time, and where somebody else is being told all has to wait: an unsubscribe takes it back.
  const write = (deltas: Deltas<T>): Observable<never> | undefined => {
    if (deltas[0].type === 'ReplacedAll' || !writesAtOnce(store))
      return store.apply(deltas).pipe(tap(storeWritten), ignoreElements());
    store.next(deltas);
    storeWritten();
    return undefined;
  };

  // Before anybody is told of it: who then begins anew begins for himself.
  const end = (): void => {
    rounds.end();
    ended.next();
  };
  // A subscriber of the changes handles their error, or RxJS reports it. `start` and handlers have no callback for it.
  const fail = (error: unknown): void => {
    end();
    if (starts.count() === 0 || listeners.count() > 0) return;
    const known = lastError() ?? error;
    // After this task: a source can fail within `start`, before the `waitForCacheSync` behind it.
    timer(0).subscribe(() => {
      if (!takeHandledElsewhere(known)) reportUnhandledError(error);
    });
  };
  const running$ = events$.pipe(
    pulled(write),
    tap({ error: fail, complete: end }),
    share({ resetOnRefCountZero: () => (lingers() ? timer(linger) : of(undefined)) }),
  );
  // The subscriber that leaves last is still counted. The end of a `start` is a decision to stop.
  const lingers = (): boolean => linger > 0 && listeners.count() > 0;

  // Who subscribes to them keeps the informer running, by the store it gives away too.
  // The store is heard from before the pipe starts, so that the first list is told as such and not replayed.
  const starts = countSubscribers(running$);
  const listeners = countSubscribers(running$);
  const running = (heard$: typeof store.batches$, by$: typeof running$): typeof heard$ =>
    merge(heard$.pipe(takeUntil(ended)), by$);
  const batches$ = running(store.batches$, listeners.counted$);
  const living = {
    ...rounds,
    life$: running(NEVER, listeners.counted$),
    withoutErrorHandler: {
      batches$: running(store.batches$, starts.counted$),
      life$: running(NEVER, starts.counted$),
    },
  };

  tellInRounds(batches$, living);
  return {
    store: readerOver(batches$),
    status$,
    changes: (changes = {}) => {
      checkOptions('changes', changes, { ...deliveryRules, resyncPeriod: milliseconds(1) });
      const { resyncPeriod } = changes;
      const handle = (): undefined => undefined;
      return resyncPeriod === undefined && isPlain(changes)
        ? inTurns(living, handle)
        : resync(batches$, store, resyncPeriod).pipe(deliver(changes, handle));
    },
    start: (signal) => startUntil(starts.counted$, signal),
  };
}
