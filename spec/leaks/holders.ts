import { defer, ignoreElements, map, merge, type Observable, Subject, tap, timer } from 'rxjs';
import {
  batchPerTask,
  buffered,
  deltaFifo,
  indexedStore,
  type Informer,
  informer,
  type KubeObject,
  processorListener,
  query,
  reflect,
  select,
  waitForCacheSync,
} from 'rx-informer';
import { sharedProcessor, deltaFifoByKey } from 'rx-informer/client-go';
import { keys, type Lab } from './lab.ts';
import { subscribing, type Visit } from './visits.ts';

/**
 * A part of the library that keeps state while a subscriber uses it. The leak test checks that the state is freed
 * afterwards.
 */
export interface Holder {
  readonly name: string;
  readonly make: (lab: Lab) => Visit;
  /** Number of objects that may stay in memory, in a store that outlives its subscribers. Default 0. */
  readonly content?: number;
}

export const operator = (name: string, make: (lab: Lab) => Observable<unknown>): Holder => ({
  name,
  make: (lab) => subscribing(make(lab)),
});
const slow = { onAdd: () => timer(10), onUpdate: () => timer(10), onDelete: () => timer(10) };

/** The operators of the library. Each subscription has its own state, which must be freed after the unsubscribe. */
export const operators: readonly Holder[] = [
  operator('reflect', ({ source }) => reflect(source)),
  operator('reflect with enabled', ({ source, counted }) =>
    reflect(source, { enabled: counted(timer(0, 30).pipe(map((nth) => nth % 3 > 0))) }),
  ),
  operator('deltaFifo', ({ events$ }) => events$.pipe(deltaFifo())),
  operator('deltaFifo, by arrival', ({ events$ }) => events$.pipe(deltaFifo({ order: 'arrival' }))),
  operator('deltaFifo, popped rarely', ({ events$, counted }) =>
    events$.pipe(deltaFifo({ pop: counted(timer(50, 50)) })),
  ),
  operator('deltaFifoByKey, never popped', ({ events$, counted }) =>
    events$.pipe(deltaFifoByKey({ knownObjects: nothingKnown, pop: counted(new Subject<void>()) })),
  ),
  operator('batchPerTask, of two subscribers', ({ batches$ }) => {
    const shared$ = batches$.pipe(batchPerTask());
    return merge(shared$, shared$);
  }),
  operator('deltaFifo, which processes slowly', ({ events$, counted }) =>
    events$.pipe(deltaFifo({ process: () => counted(timer(50)) })),
  ),
  operator('buffered', ({ batches$ }) => batches$.pipe(buffered())),
  ...(
    ['unbounded', 'conflate', { size: 3, overflow: 'drop-oldest' }, { size: 9, overflow: 'error' }] as const
  ).map((buffer) =>
    operator(`buffered, ${JSON.stringify(buffer)}, at a slow pace`, ({ batches$, counted }) =>
      batches$.pipe(buffered({ buffer, notifier: counted(timer(1_000)) })),
    ),
  ),
  operator('processorListener with a slow handler', ({ batches$ }) => batches$.pipe(processorListener(slow))),
  operator('processorListener whose handler never ends', ({ batches$, counted }) =>
    batches$.pipe(processorListener({ onAdd: () => counted(new Subject()) })),
  ),
  operator('sharedProcessor', ({ batches$, counted }) =>
    batches$.pipe(
      sharedProcessor([
        { handler: slow },
        { handler: {}, buffer: 'conflate', notifier: counted(timer(500)) },
        { handler: slow, removed: counted(timer(100)) },
      ]),
    ),
  ),
  operator('indexedStore, with a source and a subscriber', ({ deltas$ }) =>
    defer(() => {
      const store = indexedStore<KubeObject, 'app'>({ indexers: { app: byApp } });
      return merge(
        store.batches$,
        deltas$.pipe(
          tap((deltas) => store.next(deltas)),
          ignoreElements(),
        ),
      );
    }),
  ),
];

const byApp = ({ metadata }: KubeObject): readonly string[] => [metadata.labels?.['app'] ?? ''];
const nothingKnown = { listKeys: () => [], get: () => undefined };

const used = (
  name: string,
  use: (pods: Informer<KubeObject, 'app'>, lab: Lab) => Visit,
  resetDelay = 0,
): Holder => ({
  name,
  content: keys,
  make: (lab) => use(informer(lab.source, { indexers: { app: byApp }, resetDelay }), lab),
});

/** The informers of the library. They outlive their subscribers, so the objects of the store may stay in memory. */
export const informers: readonly Holder[] = [
  used('informer, started', (pods) => () => pods.start()),
  used('informer, stopped by a signal', (pods) => () => {
    const controller = new AbortController();
    pods.start(controller.signal);
    return { unsubscribe: () => controller.abort() };
  }),
  used('informer: changes', (pods) => subscribing(pods.changes())),
  used('informer: changes, conflated, with a resync', (pods, { counted }) =>
    subscribing(pods.changes({ buffer: 'conflate', notifier: counted(timer(200)), resyncPeriod: 100 })),
  ),
  used('informer with a resetDelay', (pods) => subscribing(pods.changes()), 300),
  used('informer: status$ and store', (pods) => subscribing(merge(pods.status$, pods.store.batches$))),
  used('waitForCacheSync, together with changes', (pods) =>
    subscribing(merge(waitForCacheSync([pods]), pods.changes())),
  ),
  used('query', (pods, { counted }) =>
    subscribing(query(pods, { where: () => true, sort: byName, limit: 3, notifier: counted(timer(50)) })),
  ),
  used('select', (pods) => subscribing(select(pods, 'pod-1'))),
];

const byName = (a: KubeObject, b: KubeObject): number => a.metadata.name.localeCompare(b.metadata.name);
