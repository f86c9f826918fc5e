import { afterEach, describe, expect, it } from '@jest/globals';
import { Subject } from 'rxjs';
import {
  deltaFifo,
  indexedStore,
  informer,
  processorListener,
  query,
  type ReflectorEvent,
} from '../../src/index.ts';
import type { KubeObject } from '../../src/objects/index.ts';

const object = (name: string, resourceVersion: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion },
});

const busyFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns the result of `count` after each task of the event loop, until the result is `all`. */
async function eachTurn(count: () => number, all: number): Promise<readonly number[]> {
  const after: number[] = [];
  while (count() < all) {
    await turn();
    after.push(count());
  }
  return after;
}

describe('many informers in one process', () => {
  const running: { unsubscribe(): void }[] = [];

  afterEach(async () => {
    for (const one of running.splice(0)) one.unsubscribe();
    await turn();
  });

  type Listen = (source: Subject<ReflectorEvent<KubeObject>>, handle: () => void) => { unsubscribe(): void };
  const ways: readonly (readonly [string, Listen])[] = [
    ['changes()', (source, handle) => informer(source).changes().subscribe(handle)],
    [
      'changes() with a buffer',
      (source, handle) => informer(source).changes({ buffer: 'conflate' }).subscribe(handle),
    ],
    [
      'changes() with a resync',
      (source, handle) => informer(source).changes({ resyncPeriod: 60_000 }).subscribe(handle),
    ],
    ['query()', (source, handle) => query(informer(source)).subscribe(handle)],
    ['query() in an order', (source, handle) => query(informer(source), { sort: () => 0 }).subscribe(handle)],
    [
      'processorListener()',
      (source, handle) => {
        const store = indexedStore<KubeObject>();
        const subscription = store.batches$
          .pipe(processorListener<KubeObject>({ onAdd: handle }))
          .subscribe();
        subscription.add(source.pipe(deltaFifo()).subscribe(store));
        return subscription;
      },
    ],
  ];

  it.each(ways)(
    'should yield to the event loop before the informers have called all handlers of %s (PF9)',
    async (_, listen) => {
      const sources = Array.from({ length: 60 }, () => new Subject<ReflectorEvent<KubeObject>>());
      let received = 0;
      for (const source of sources) {
        running.push(
          listen(source, () => {
            received += 1;
            busyFor(1);
          }),
        );
      }

      const items = [object('a', '1')];
      for (const source of sources) source.next({ type: 'REPLACED', items, resourceVersion: '1' });
      const after = await eachTurn(() => received, 60);

      expect(after.some((count) => count > 0 && count < 60)).toBe(true);
    },
  );

  it('should yield to the event loop before all lists are stored', async () => {
    const sources = Array.from({ length: 30 }, () => new Subject<ReflectorEvent<KubeObject>>());
    let indexed = 0;
    const slowly = (): readonly string[] => {
      indexed += 1;
      busyFor(1);
      return [];
    };
    const informers = sources.map((source) => informer(source, { indexers: { slowly } }));
    for (const one of informers) running.push(one.changes().subscribe());
    const items = Array.from({ length: 3 }, (_, at) => object(`o${at}`, '1'));

    for (const source of sources) source.next({ type: 'REPLACED', items, resourceVersion: '1' });
    const after = await eachTurn(() => indexed, 90);

    expect(after.some((count) => count > 0 && count < 90)).toBe(true);
    for (const { store } of informers) expect(store.list()).toHaveLength(3);
  });
});
