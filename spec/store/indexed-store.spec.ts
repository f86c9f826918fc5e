import { afterEach, describe, expect, it } from '@jest/globals';
import {
  concatMap,
  config,
  from,
  lastValueFrom,
  map,
  mergeAll,
  of,
  take,
  tap,
  throwError,
  timer,
  EMPTY,
  type Observable,
} from 'rxjs';
import {
  byNamespace,
  type Change,
  type Deltas,
  indexedStore,
  type KubeObject,
  OptionsError,
  type StoreSubject,
  deltaFifo,
  type ReflectorEvent,
} from 'rx-informer';
import { applyTo } from '../support/apply-to.ts';
import { marbles } from '../support/marbles.ts';
import { event, line, replace, textOf, thing } from '../support/things.ts';
import { until } from '../support/until.ts';

type Batch = readonly Change<KubeObject>[];

const lines = (batch: Batch): readonly string[] => batch.map(line);
const contentOf = (store: StoreSubject<KubeObject>): readonly string[] => store.list().map(textOf);

/** Collects the batches of a store. Each batch is a list of changes as text. */
function listenTo(
  store: StoreSubject<KubeObject>,
  received: (readonly string[])[] = [],
): (readonly string[])[] {
  store.batches$.pipe(map(lines)).subscribe((batch) => received.push(batch));
  return received;
}

const deltas: Record<string, Deltas<KubeObject>> = {
  r: replace('2', 'a@1', 'b@2'),
  u: event('Updated', 'a@3'),
  d: event('Deleted', 'b@4'),
  k: [{ type: 'Bookmark', resourceVersion: '9' }],
  s: [{ type: 'SyncAll' }],
};
const batches = {
  r: ['added a@1 initial', 'added b@2 initial'],
  u: ['updated a@1 a@3 watch'],
  d: ['deleted b@4 watch'],
  s: ['updated a@1 a@1 resync', 'updated b@2 b@2 resync'],
  p: ['added a@1 replay', 'added b@2 replay'],
  q: ['added a@3 replay', 'added b@2 replay'],
};

describe('indexedStore', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should emit one batch for each pop with changes (B113)', () => {
    marbles().run(({ hot, expectObservable }) => {
      const store = indexedStore<KubeObject>();
      const e1 = hot('      -r-k-u-s-d-|', deltas);
      const expected = '    -r---u-s-d-|';

      e1.subscribe(store);

      expectObservable(store.batches$.pipe(map(lines))).toBe(expected, {
        ...batches,
        s: ['updated a@3 a@3 resync', 'updated b@2 b@2 resync'],
      });
    });
  });

  it('should replay the current objects at any time, then emit changes (G12, B147)', () => {
    marbles().run(({ hot, expectObservable }) => {
      const store = indexedStore<KubeObject>();
      const e1 = hot('      -r---u---d-|', deltas);
      const early = '       ^-----------';
      const late = '        ---^--------';
      const later = '       -------^----';

      e1.subscribe(store);

      expectObservable(store.batches$.pipe(map(lines)), early).toBe('-r---u---d-|', batches);
      expectObservable(store.batches$.pipe(map(lines)), late).toBe(' ---p-u---d-|', batches);
      expectObservable(store.batches$.pipe(map(lines)), later).toBe('-------q-d-|', batches);
    });
  });

  it('should emit no empty batches', () => {
    marbles().run(({ cold, expectObservable }) => {
      const store = indexedStore<KubeObject>();

      cold('                       |', deltas).subscribe(store);

      expectObservable(store.batches$).toBe('|');
    });
  });

  it('should wait for a source that never emits', () => {
    marbles().run(({ cold, expectObservable }) => {
      const store = indexedStore<KubeObject>();

      cold('                       -', deltas).subscribe(store);

      expectObservable(store.batches$).toBe('-');
    });
  });

  it('should emit the error of its source, like a Subject, and stay readable', () => {
    const store = indexedStore<KubeObject>();

    marbles().run(({ cold, expectObservable }) => {
      cold('                                           -r-#', deltas).subscribe(store);

      expectObservable(store.batches$.pipe(map(lines))).toBe('-r-#', batches);
      expectObservable(store.batches$.pipe(map(lines)), '     -----^').toBe('-----#');
    });

    expect(contentOf(store)).toEqual(['a@1', 'b@2']);
  });

  it('should report the error of its source once if its batches have no subscriber', async () => {
    const unhandled: unknown[] = [];
    config.onUnhandledError = (error) => void unhandled.push(error);
    const error = new Error('given up');
    const [unheard, received] = [indexedStore<KubeObject>(), indexedStore<KubeObject>()];
    received.batches$.subscribe({ error: () => undefined });

    for (const store of [received, unheard]) {
      throwError(() => error).subscribe(store);
      store.error(error);
    }
    unheard.complete();
    const completed = indexedStore<KubeObject>();
    completed.complete();
    completed.error(error);

    await lastValueFrom(timer(5));
    expect(unhandled).toEqual([error]);
  });

  it('should complete with its source, like a Subject, accept no more deltas, and stay readable', () => {
    const store = indexedStore<KubeObject>();

    marbles().run(({ cold, expectObservable }) => {
      cold('                                           -r-|', deltas).subscribe(store);

      expectObservable(store.batches$.pipe(map(lines))).toBe('-r-|', batches);
      expectObservable(store.batches$.pipe(map(lines)), '     -----^').toBe('-----(p|)', batches);
    });

    store.next(event('Updated', 'a@7'));
    expect(contentOf(store)).toEqual(['a@1', 'b@2']);
    const applied: Batch[] = [];
    applyTo(store, replace('9')).subscribe((batch) => applied.push(batch));
    expect(applied).toEqual([[]]);
    expect(contentOf(store)).toEqual(['a@1', 'b@2']);
  });

  it('should continue for other subscribers after an early unsubscribe, and for a second subscription (G15)', () => {
    marbles().run(({ hot, expectObservable }) => {
      const store = indexedStore<KubeObject>();
      const e1 = hot('      -r---u---d-', deltas);
      const unsub = '       ---!       ';
      const again = '       -------^---';

      e1.subscribe(store);

      const result = store.batches$.pipe(map(lines));
      expectObservable(result, unsub).toBe('-r', batches);
      expectObservable(result, again).toBe('-------q-d-', batches);
      expectObservable(result).toBe('       -r---u---d-', batches);
    });
  });

  it('should have objects, indices and version up to date when it emits (G3, G9)', () => {
    const store = indexedStore<KubeObject, 'namespace'>({ indexers: { namespace: byNamespace } });
    const seen: unknown[] = [];
    store.batches$.pipe(mergeAll()).subscribe(({ key }) => {
      seen.push([key, store.size, store.indexKeys('namespace', 'x'), store.resourceVersion, store.hasSynced]);
    });

    store.next(replace('5', 'x/a@1', 'x/b@2'));

    const shown = [2, ['x/a', 'x/b'], '5', true];
    expect(seen).toEqual([
      ['x/a', ...shown],
      ['x/b', ...shown],
    ]);
  });

  it('should emit one frozen change to all subscribers, with the object of the delta (G11, PF16)', () => {
    const store = indexedStore<KubeObject>();
    const object = thing('a@1');
    const received: Batch[] = [];
    store.batches$.subscribe((batch) => received.push(batch));
    store.batches$.subscribe((batch) => received.push(batch));

    store.next([{ type: 'Added', key: 'a', object }]);

    expect(received[0]).toBe(received[1]);
    expect(Object.isFrozen(received[0]) && Object.isFrozen(received[0]?.[0])).toBe(true);
    expect(received[0]?.[0]?.object).toBe(object);
    expect(store.get('a')).toBe(object);
    expect(store.list()[0]).toBe(object);
  });

  it('should refuse the deltas of a queue by key, and name the stores that accept them', () => {
    const store = indexedStore<KubeObject>();
    const byKey = Object.assign([{ type: 'Replaced' as const, key: 'a', object: thing('a@1') }], {
      isInInitialList: true,
    }) as never;

    for (const write of [() => store.next(byKey), () => store.apply(byKey)]) {
      expect(write).toThrow(OptionsError);
      expect(write).toThrow('newStore() and newIndexer() of rx-informer/client-go take those of');
    }
    expect(store.size).toBe(0);
  });

  it('should apply and emit the deltas before a malformed delta, and continue (G8)', () => {
    const store = indexedStore<KubeObject>();
    const received = listenTo(store);
    const malformed = { type: 'Added', key: 'x', object: {} } as never;

    expect(() => store.next([...event('Added', 'a@1'), malformed])).toThrow(TypeError);
    expect(() =>
      store.next([{ type: 'ReplacedAll', objects: [thing('b@2'), {} as KubeObject], resourceVersion: '9' }]),
    ).toThrow(OptionsError);

    expect(received).toEqual([['added a@1 watch']]);
    expect(contentOf(store)).toEqual(['a@1']);
    store.next(event('Added', 'b@2'));
    expect(received).toHaveLength(2);
  });

  describe('when a subscriber calls the store during a notification', () => {
    it('should queue its write until all subscribers were notified, so that all get one order (G16)', () => {
      const store = indexedStore<KubeObject>();
      const first: (readonly string[])[] = [];
      const second: (readonly string[])[] = [];
      store.batches$.subscribe((batch) => {
        first.push(lines(batch));
        if (first.length === 1) {
          store.next(event('Updated', 'a@2'));
          store.next(event('Updated', 'a@3'));
          expect(store.get('a')?.metadata.resourceVersion).toBe('1');
        }
      });
      listenTo(store, second);

      store.next(event('Added', 'a@1'));

      const all = [['added a@1 watch'], ['updated a@1 a@2 watch'], ['updated a@2 a@3 watch']];
      expect(first).toEqual(all);
      expect(second).toEqual(all);
    });

    it('should emit the changes that a subscriber causes during its replay after the replay (G12)', () => {
      const store = indexedStore<KubeObject>();
      store.next(event('Added', 'a@1'));
      const seen: string[] = [];

      store.batches$.subscribe((batch) => {
        seen.push(...lines(batch));
        if (batch[0]?.cause === 'replay') store.next(event('Updated', 'a@2'));
        seen.push('returned');
      });

      expect(seen).toEqual(['added a@1 replay', 'returned', 'updated a@1 a@2 watch', 'returned']);
    });

    it('should replay the objects to a new subscriber, then emit the later batches (G12)', () => {
      const store = indexedStore<KubeObject>();
      const late: (readonly string[])[] = [];
      store.batches$.subscribe((batch) => {
        if (batch[0]?.type !== 'added') return;
        store.next(event('Updated', 'a@2'));
        listenTo(store, late);
      });

      store.next(event('Added', 'a@1'));

      expect(late).toEqual([['added a@1 replay'], ['updated a@1 a@2 watch']]);
    });

    it('should emit nothing after an unsubscribe, also during the replay (G15)', () => {
      const store = indexedStore<KubeObject>();
      store.next(event('Added', 'a@1'));
      const received: (readonly string[])[] = [];
      const others = listenTo(store);

      store.batches$
        .pipe(
          tap((batch) => {
            received.push(lines(batch));
            store.next(event('Updated', 'a@2'));
          }),
          take(1),
        )
        .subscribe();
      store.next(event('Updated', 'a@3'));

      expect(received).toEqual([['added a@1 replay']]);
      expect(others.slice(1)).toEqual([['updated a@1 a@2 watch'], ['updated a@2 a@3 watch']]);
    });

    it('should keep the order when a subscriber completes the store (G16)', () => {
      const store = indexedStore<KubeObject>();
      const seen: string[] = [];
      store.batches$.subscribe(() => {
        if (seen.length === 0) store.complete();
      });
      store.batches$.subscribe({
        next: (batch) => seen.push(...lines(batch)),
        complete: () => seen.push('complete'),
      });

      store.next(event('Added', 'a@1'));

      expect(seen).toEqual(['added a@1 watch', 'complete']);
    });

    it('should not be affected by a subscriber that throws: other subscribers and later writes continue (G13)', async () => {
      const unhandled: unknown[] = [];
      config.onUnhandledError = (error) => {
        unhandled.push(error);
      };
      const store = indexedStore<KubeObject>();
      store.batches$.subscribe(() => {
        throw new Error('mine alone');
      });
      const failed: unknown[] = [];
      store.batches$
        .pipe(
          tap(() => {
            throw new Error('his pipe alone');
          }),
        )
        .subscribe({ error: (error: unknown) => failed.push(error) });
      const received = listenTo(store);

      store.next(event('Added', 'a@1'));
      store.next(event('Updated', 'a@2'));

      expect(received).toEqual([['added a@1 watch'], ['updated a@1 a@2 watch']]);
      expect(failed).toEqual([new Error('his pipe alone')]);
      await until(() => unhandled.length > 1);
      expect(unhandled).toEqual([new Error('mine alone'), new Error('mine alone')]);
    });

    it('should emit each change once to a subscriber of the callback onError (G12, B190)', () => {
      const received: (readonly string[])[] = [];
      const store: StoreSubject<KubeObject> = indexedStore<KubeObject, 'bad'>({
        indexers: {
          bad: () => {
            throw new Error('bad');
          },
        },
        onError: () => {
          if (received.length === 0) listenTo(store, received);
        },
      });

      store.next(event('Added', 'a@1'));
      store.next(event('Updated', 'a@2'));

      expect(received).toEqual([['added a@1 replay'], ['updated a@1 a@2 watch']]);
    });

    it('should handle a hundred thousand writes during a notification', () => {
      const store = indexedStore<KubeObject>();
      let received = 0;
      store.batches$.subscribe((batch) => {
        received += batch.length;
        if (received === 1) {
          for (let version = 2; version <= 100_000; version += 1)
            store.next(event('Updated', `a@${version}`));
        }
      });

      store.next(event('Added', 'a@1'));

      expect(received).toBe(100_000);
    });
  });
});

describe('StoreSubject.apply', () => {
  const many = (count: number, version: number): Deltas<KubeObject> => [
    {
      type: 'ReplacedAll',
      objects: Array.from({ length: count }, (_, at) => thing(`n${at % 50}/a${at}@${version}`)),
      resourceVersion: String(version),
    },
  ];
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('should apply on subscribe, notify, emit the batch and complete in one frame', () => {
    marbles().run(({ hot, expectObservable }) => {
      const store = indexedStore<KubeObject>();
      const e1 = hot('         -r-k-u-d-|', deltas);
      const expected = '       -r-k-u-d-|';

      const result = e1.pipe(
        concatMap((popped) => applyTo(store, popped)),
        map(lines),
      );

      expectObservable(result).toBe(expected, { ...batches, k: [] });
      expectObservable(store.batches$.pipe(map(lines))).toBe('-r---u-d--', batches);
    });
  });

  it('should replace two hundred thousand objects in one frame of virtual time', () => {
    marbles().run(({ expectObservable }) => {
      const store = indexedStore<KubeObject>();
      const result = of(many(200_000, 1)).pipe(
        concatMap((popped) => applyTo(store, popped)),
        map((batch) => batch.length),
      );

      expectObservable(result).toBe('(n|)', { n: 200_000 });
    });
  });

  it('should keep the stack flat after a large list, for any number of waiting lists', async () => {
    const store = indexedStore<KubeObject>();
    const backlog = Array.from({ length: 20_000 }, (_each, at) => replace(String(at + 2), `a@${at + 2}`));
    const all$ = from([many(30_000, 1), ...backlog]).pipe(
      concatMap((popped) => store.apply(popped) ?? EMPTY),
    );
    await lastValueFrom(all$, { defaultValue: undefined });

    expect(store.get('a')?.metadata.resourceVersion).toBe('20001');
  });

  it('should keep the stack flat after a large list, for any number of waiting events', async () => {
    const store = indexedStore<KubeObject>();
    const events: ReflectorEvent<KubeObject>[] = Array.from({ length: 20_000 }, (_each, at) => ({
      type: 'MODIFIED',
      object: thing(`a${at}@${at + 2}`),
    }));
    const items = Array.from({ length: 30_000 }, (_each, at) => thing(`n/a${at}@1`));
    const all$ = from([{ type: 'REPLACED', items, resourceVersion: '1' } as const, ...events]);
    await lastValueFrom(all$.pipe(deltaFifo({ process: (popped) => store.apply(popped) })));

    expect(store.size).toBe(50_000);
  });

  it('should apply events immediately, and a list at each subscription', async () => {
    const store = indexedStore<KubeObject>();
    const received = listenTo(store);

    expect(store.apply(event('Added', 'a@1'))).toBeUndefined();
    expect(store.size).toBe(1);
    const list$ = store.apply(replace('2', 'b@2')) ?? EMPTY;
    expect(received).toHaveLength(1);
    await lastValueFrom(list$);
    await lastValueFrom(list$);

    expect(received).toEqual([['added a@1 watch'], ['deleted a@1 unknown relist', 'added b@2 relist']]);
  });

  it('should queue an event while a subscriber is notified', async () => {
    const store = indexedStore<KubeObject>();
    const sizes: number[] = [];
    let waiting$: Observable<Batch> | undefined;
    const listening = store.batches$.subscribe(() => {
      waiting$ ??= store.apply(event('Added', 'b@2'));
      sizes.push(store.size);
    });

    store.next(event('Added', 'a@1'));
    await lastValueFrom(waiting$ ?? EMPTY);
    listening.unsubscribe();

    expect(sizes).toEqual([1, 2]);
  });

  it('should fail for a malformed delta, and continue', () => {
    marbles().run(({ expectObservable }) => {
      const store = indexedStore<KubeObject>();
      const malformed: Deltas<KubeObject> = [
        { type: 'ReplacedAll', objects: [{} as KubeObject], resourceVersion: '1' },
      ];

      expectObservable(applyTo(store, malformed).pipe(map(lines))).toBe('#', {}, expect.any(OptionsError));
      expectObservable(applyTo(store, event('Added', 'a@1')).pipe(map(lines))).toBe('(a|)', {
        a: ['added a@1 watch'],
      });
    });
  });

  it('should prepare a large replace in slices, return the old content in the meantime, then commit in one step (G8, PF9)', async () => {
    const store = indexedStore<KubeObject, 'namespace'>({ indexers: { namespace: byNamespace } });
    store.next(replace('1', 'n1/old@1'));
    const received: number[] = [];
    store.batches$.subscribe((batch) => received.push(batch.length));
    let turns = 0;

    const applied: Batch[] = [];
    applyTo(store, many(100_000, 2)).subscribe((batch) => applied.push(batch));
    expect(contentOf(store)).toEqual(['n1/old@1']);
    for (; applied.length === 0; turns += 1) {
      const size = store.size;
      expect(size === 1 || size === 100_000).toBe(true);
      expect(store.indexKeys('namespace', 'n1')).toHaveLength(size === 1 ? 1 : 2000);
      expect(store.resourceVersion).toBe(size === 1 ? '1' : '2');
      await turn();
    }

    expect(store.size).toBe(100_000);
    expect(store.indexKeys('namespace', 'n1')).toHaveLength(2000);
    expect(applied[0]).toHaveLength(100_001);
    expect(turns).toBeGreaterThan(2);
    expect(received).toEqual([1, 100_001]);
  });

  it('should queue writes during the preparation (G2, G16)', async () => {
    const store = indexedStore<KubeObject>();
    const applied: string[] = [];
    const apply = (name: string, popped: Deltas<KubeObject>): Promise<unknown> =>
      lastValueFrom(applyTo(store, popped).pipe(tap(() => applied.push(name))));

    const first = apply('large', many(50_000, 2));
    store.next(event('Updated', 'n0/a0@3'));
    const second = apply('small', event('Updated', 'n0/a0@4'));
    const third = apply('large again', many(40_000, 5));
    store.complete();
    expect(store.size).toBe(0);
    await Promise.all([first, second, third]);

    expect(applied).toEqual(['large', 'small', 'large again']);
    expect(store.size).toBe(40_000);
    expect(store.get('n0/a0')?.metadata.resourceVersion).toBe('5');
    await expect(lastValueFrom(store.batches$.pipe(map(() => 'emitted')))).resolves.toBe('emitted');
  });

  it('should drop a preparation that is unsubscribed before its commit, and continue with the next writes (G8, G15)', async () => {
    const store = indexedStore<KubeObject>();
    store.next(replace('1', 'old@1'));
    const received = listenTo(store, []);

    const first = applyTo(store, many(50_000, 2)).subscribe();
    const waiting = applyTo(store, event('Added', 'never@3')).subscribe();
    store.next(event('Updated', 'old@4'));
    await turn();
    waiting.unsubscribe();
    first.unsubscribe();

    expect(received).toEqual([['added old@1 replay'], ['updated old@1 old@4 watch']]);
    // The store applies writes in order. If the list of the ended subscription still waited, the store would apply this
    // list before the new write.
    await lastValueFrom(applyTo(store, event('Updated', 'old@5')));
    expect(contentOf(store)).toEqual(['old@5']);
    expect(received).toHaveLength(3);
    expect(store.resourceVersion).toBe('5');
  });

  it('should add a new index to the content that is being prepared', async () => {
    const store = indexedStore<KubeObject>();

    const applied = lastValueFrom(applyTo(store, many(50_000, 1)));
    await turn();
    const more = store.addIndexers({ namespace: byNamespace });
    await applied;

    expect(more.indexKeys('namespace', 'n7')).toHaveLength(1000);
  });
});
