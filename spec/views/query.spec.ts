import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { compact, informer, type KubeObject, OptionsError, query, type ReflectorEvent } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { asyncScheduler, EMPTY, map, NEVER, type Observable, of, Subject, switchMap, throwError } from 'rxjs';
import { marbles } from '../support/marbles.ts';
import { listOf } from '../support/reflector-events.ts';
import { nextTimer, advanceMinute, advanceUntil, virtualTime } from '../support/virtual-time.ts';

virtualTime();

interface Sized extends KubeObject {
  readonly size: number;
}
const sized = (key: string, size: number, resourceVersion = '1'): Sized =>
  kubeObject<Sized>(key, { size, metadata: { resourceVersion } });
const modified = (key: string, size: number, version: string): ReflectorEvent<Sized> => ({
  type: 'MODIFIED',
  object: sized(key, size, version),
});
const events: Record<string, ReflectorEvent<Sized>> = {
  e: listOf(),
  l: listOf(sized('a', 3), sized('b', 1), sized('c', 2)),
  m: modified('b', 9, '12'),
  n: modified('c', 5, '13'),
  d: { type: 'DELETED', object: sized('a', 3, '14') },
  r: { type: 'RESYNC' },
};

/** Returns each array of rows as text with the names and sizes, for example `a3b1c2`. */
const received = (rows$: Observable<readonly Sized[]>): Observable<string> =>
  rows$.pipe(map((rows) => rows.map(({ metadata, size }) => `${metadata.name}${size}`).join('')));

const failure = new Error('no');
const bySize = (one: Sized, other: Sized): number => one.size - other.size;

describe('query', () => {
  it('should emit the result once synced, and then each changed result', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-m-d-|', events);
      const expected = '  -x-y-z-|';
      const values = { x: 'a3b1c2', y: 'a3b9c2', z: 'b9c2' };

      expectObservable(received(query(informer(e1)))).toBe(expected, values);
    });
  });

  it.each([
    ['all', {}],
    ['those that match', { where: () => true }],
    ['all in order', { sort: bySize }],
  ])('should emit the changed content of %s after a restore, at the same version', (_, options) => {
    marbles().run(({ cold, expectObservable }) => {
      const restored: ReflectorEvent<Sized> = {
        type: 'REPLACED',
        items: [sized('a', 7), sized('b', 8)],
        resourceVersion: '5',
        versionsReset: true,
      };
      const first = listOf(sized('a', 1), sized('b', 2));
      // `s` is the list of a restored cluster. A resync (`r`) follows before the query emits. The resync changes no
      // object, but the query must still notice the restore.
      const e1 = cold('   -l-(sr)-|', { ...events, l: first, s: restored });
      const expected = '  -x-y----|';

      expectObservable(received(query(informer(e1), options))).toBe(expected, { x: 'a1b2', y: 'a7b8' });
      expectObservable(received(query(informer(e1, { storage: compact() }), options))).toBe(expected, {
        x: 'a1b2',
        y: 'a7b8',
      });
    });
  });

  it('should emit an empty result once', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   --e-e-r-|', events);
      const expected = '  --x-----|';

      expectObservable(received(query(informer(e1)))).toBe(expected, { x: '' });
      expectObservable(received(query(informer(e1), { where: () => true }))).toBe(expected, { x: '' });
    });
  });

  it('should emit the matching objects, as objects begin and cease to match', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-m-n-o-d-|', { ...events, o: modified('b', 2, '15') });
      const expected = '  -x-y-z-w---|';
      const where = ({ size }: Sized): boolean => size < 3;

      expectObservable(received(query(informer(e1), { where }))).toBe(expected, {
        x: 'b1c2',
        y: 'c2',
        z: '',
        w: 'b2',
      });
    });
  });

  it('should sort and limit', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-m-n-d-|', events);
      const sorted = '    -v-w-x-y-|';
      const cut = '       -v-w-x-y-|';

      expectObservable(received(query(informer(e1), { sort: bySize }))).toBe(sorted, {
        v: 'b1c2a3',
        w: 'c2a3b9',
        x: 'a3c5b9',
        y: 'c5b9',
      });
      expectObservable(received(query(informer(e1), { sort: bySize, limit: 1 }))).toBe(cut, {
        v: 'b1',
        w: 'c2',
        x: 'a3',
        y: 'c5',
      });
    });
  });

  it('should not emit for changes outside the result', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-n-m-|', events);
      const expected = '  -x---y-|';

      expectObservable(received(query(informer(e1), { limit: 2 }))).toBe(expected, { x: 'a3b1', y: 'a3b9' });
    });
  });

  it('should emit the same frozen array while nothing changed, and the same objects in the next', async () => {
    const events$ = new Subject<ReflectorEvent<Sized>>();
    const things = informer(events$);
    const seen: (readonly Sized[])[] = [];
    const running = query(things, { sort: bySize, limit: 2 }).subscribe((rows) => seen.push(rows));
    events$.next(listOf(sized('a', 3), sized('b', 1), sized('c', 2)));
    await advanceMinute();
    events$.next(modified('a', 7, '20'));
    await advanceMinute();
    events$.next(modified('b', 5, '21'));
    await advanceMinute();
    running.unsubscribe();

    expect(seen.map((rows) => rows.map(({ metadata }) => metadata.name))).toEqual([
      ['b', 'c'],
      ['c', 'b'],
    ]);
    expect(seen[1]?.[0]).toBe(seen[0]?.[1]);
    expect(Object.isFrozen(seen[1])).toBe(true);
  });

  describe.each([
    ['all', {}],
    ['those that match', { where: () => true }],
    ['all in order', { sort: bySize }],
  ])('for %s over a compact store', (_what, options) => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('should keep its objects, parse only changed ones, and not emit for a resync', async () => {
      const events$ = new Subject<ReflectorEvent<Sized>>();
      const seen: (readonly Sized[])[] = [];
      const running = query(informer(events$, { storage: compact() }), options).subscribe((rows) => {
        seen.push(rows);
      });
      events$.next(listOf(sized('a', 1), sized('b', 2), sized('c', 3)));
      await advanceMinute();
      const parse = jest.spyOn(JSON, 'parse');
      events$.next(modified('b', 2, '20'));
      await advanceMinute();
      const parsed = parse.mock.calls.length;
      events$.next({ type: 'RESYNC' });
      await advanceMinute();
      running.unsubscribe();

      expect(parsed).toBe(1);
      expect(seen).toHaveLength(2);
      expect(seen[1]?.map((row) => seen[0]?.includes(row))).toEqual([true, false, true]);
    });
  });

  it('should emit once for the changes of one task', async () => {
    const events$ = new Subject<ReflectorEvent<Sized>>();
    const seen: string[] = [];
    const running = received(query(informer(events$), { where: () => true })).subscribe((row) =>
      seen.push(row),
    );
    events$.next(listOf(sized('a', 1)));
    await advanceMinute();
    for (let version = 2; version < 100; version += 1) events$.next(modified('a', version, `${version}`));
    await advanceMinute();
    running.unsubscribe();

    expect(seen).toEqual(['a1', 'a99']);
  });

  it('should emit the newest result when its notifier emits, and subscribe to the notifier only while changes wait', () => {
    marbles().run(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('    -l-m--n--d---------', events);
      const notifier = hot('  ----t---t--t-t--t--');
      const expected = '  ----x---y--z-------';
      const values = { x: 'a3b9c2', y: 'a3b9c5', z: 'b9c5' };
      const rows$ = received(query(informer(e1), { notifier }));

      expectObservable(rows$, '^------------------!').toBe(expected, values);
      expectSubscriptions(notifier.subscriptions).toBe(['-^--!', '------^-!', '---------^-!']);
      expectObservable(received(query(informer(cold('l-m|', events)), { notifier: EMPTY }))).toBe('x-y|', {
        x: 'a3b1c2',
        y: 'a3b9c2',
      });
    });
  });

  it('should emit the error of its notifier', () => {
    marbles().run(({ cold, expectObservable }) => {
      const rows$ = query(informer(cold('-l-m-|', events)), { notifier: throwError(() => failure) });

      expectObservable(received(rows$)).toBe('-#', {}, failure);
    });
  });

  it('should emit the error of a callback, without effect on other queries', () => {
    marbles().run(({ hot, expectObservable }) => {
      const things = informer(hot('-l-m---', events));
      const where = ({ size }: Sized): boolean => {
        if (size > 8) throw new Error('too large');
        return true;
      };
      const sort = (): number => {
        throw new Error('no order');
      };

      expectObservable(received(query(things, { where })), '^------!').toBe(
        '-x-#',
        { x: 'a3b1c2' },
        new Error('too large'),
      );
      expectObservable(received(query(things, { sort })), '^------!').toBe('-#', {}, new Error('no order'));
      expectObservable(received(query(things)), '^------!').toBe('-x-y', { x: 'a3b1c2', y: 'a3b9c2' });
    });
  });

  it('should be empty for an empty list', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(query(informer<Sized>(EMPTY))).toBe('|');
    });
  });

  it('should emit the list of a source that completes synchronously', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(received(query(informer(of(listOf(sized('a', 1))))))).toBe('(x|)', { x: 'a1' });
      expectObservable(received(query(informer(of(listOf<Sized>()))))).toBe('(x|)', { x: '' });
    });
  });

  it('should not emit for a source that never emits', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(query(informer<Sized>(NEVER))).toBe('-');
    });
  });

  it('should emit the newest result, then the error of the source', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(query(informer<Sized>(throwError(() => failure)))).toBe('#', {}, failure);
      expectObservable(received(query(informer(cold('-l-(m#)', events, 'no'))))).toBe(
        '-x-(y#)',
        { x: 'a3b1c2', y: 'a3b9c2' },
        'no',
      );
    });
  });

  it('should stop the informer at an early unsubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('   -l-m-d-|', events);
      const unsub = '     ----!';
      const expected = '  -x-y-';

      expectObservable(received(query(informer(e1, { resetDelay: 0 }), { sort: bySize })), unsub).toBe(
        expected,
        {
          x: 'b1c2a3',
          y: 'c2a3b9',
        },
      );
      expectSubscriptions(e1.subscriptions).toBe('^---!');
    });
  });

  it('should list once for ten consecutive queries', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('   l---------------', events);
      const keys$ = cold('0-1-2-3-4-5-6-7-8-9');
      const things = informer(e1);
      const lengths$ = keys$.pipe(
        switchMap((key) => query(things, { where: ({ size }) => size > Number(key) })),
        map((rows) => `${rows.length}`),
      );

      expectObservable(lengths$, '^------------------!').toBe('3-2-1-0-0-0-0-0-0-0');
      expectSubscriptions(e1.subscriptions).toBe('^------------------ 1s !');
    });
  });

  it('should emit the known result, then the new one, to a second subscription', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('                -l-m-d---', events);
      const rows$ = received(query(informer(e1, { resetDelay: 0 }), { sort: bySize }));

      expectObservable(rows$, '        ^---!').toBe('-x-y', { x: 'b1c2a3', y: 'c2a3b9' });
      expectObservable(rows$, '        ------^------!').toBe('------yx-y-z', {
        x: 'b1c2a3',
        y: 'c2a3b9',
        z: 'c2b9',
      });
    });
  });

  describe('through an index', () => {
    const indexers = { parity: ({ size }: Sized) => [size % 2 === 0 ? 'even' : 'odd'] };
    const index = { name: 'parity', value: 'odd' } as const;

    it('should emit the objects with the value, in the order in which they got the value', () => {
      marbles().run(({ cold, expectObservable }) => {
        const e1 = cold('   -l-m-n-o-p-d-|', {
          ...events,
          o: modified('a', 4, '15'),
          p: modified('a', 3, '16'),
        });
        const expected = '  -x-y-z-w-v-w-|';

        expectObservable(received(query(informer(e1, { indexers }), { index }))).toBe(expected, {
          x: 'a3b1',
          y: 'a3b9',
          z: 'a3b9c5',
          w: 'b9c5',
          v: 'b9c5a3',
        });
        expectObservable(
          received(
            query(informer(e1, { indexers }), {
              index,
              where: ({ size }) => size > 3,
              sort: bySize,
              limit: 1,
            }),
          ),
        ).toBe('  -x-y-z-------|', { x: '', y: 'b9', z: 'c5' });
      });
    });

    it('should emit an empty result, and fail or complete like the informer', () => {
      marbles().run(({ cold, expectObservable }) => {
        const none = { name: 'parity', value: 'none' } as const;

        expectObservable(
          received(query(informer(cold('-l-m-|', events), { indexers }), { index: none })),
        ).toBe('-x---|', { x: '' });
        expectObservable(
          received(query(informer(cold('-l-(m#)', events, 'no'), { indexers }), { index })),
        ).toBe('-x-(y#)', { x: 'a3b1', y: 'a3b9' }, 'no');
        expectObservable(query(informer<Sized, 'parity'>(NEVER, { indexers }), { index })).toBe('-');
      });
    });

    it.each([
      ['a store', {}],
      ['a compact store', { storage: compact() }],
    ])('should read only the objects with the value of %s, in the order of byIndex', (_, options) => {
      const events$ = new Subject<ReflectorEvent<Sized>>();
      const indexed: string[] = [];
      const counted = {
        parity: (object: Sized) => {
          indexed.push(object.metadata.name);
          return indexers.parity(object);
        },
      };
      const things = informer(events$, { indexers: counted, ...options });
      const running = things.start();
      const emitted: string[] = [];
      marbles().run(({ flush }) => {
        events$.next(listOf(sized('x', 0), sized('a', 3), sized('b', 1), sized('c', 2)));
        events$.next(modified('x', 7, '19'));
        indexed.length = 0;
        running.add(received(query(things, { index })).subscribe((text) => emitted.push(text)));
        flush();
        expect(indexed).toEqual(['a', 'b', 'x']);
        events$.next(modified('c', 4, '20'));
        events$.next({ type: 'DELETED', object: sized('b', 2, '21') });
        flush();
      });
      running.unsubscribe();

      expect(emitted).toEqual(['a3b1x7', 'a3x7']);
    });

    it('should omit an object for which the index function throws, or returns no array', () => {
      marbles().run(({ cold, expectObservable }) => {
        const e1 = cold('   -l-m-n-|', events);
        const expected = '  -x-y-z-|';
        const strange = {
          parity: ({ size }: Sized): readonly string[] => {
            if (size === 9) throw failure;
            return size === 5 ? ('odd' as never) : ['odd'];
          },
        };
        const errors: string[] = [];
        const things = informer(e1, { indexers: strange, onError: ({ message }) => errors.push(message) });

        expectObservable(received(query(things, { index }))).toBe(expected, {
          x: 'a3b1c2',
          y: 'a3c2',
          z: 'a3',
        });
      });
    });

    it('should refuse an index that the store does not have', () => {
      const things = informer(new Subject<ReflectorEvent<Sized>>(), { indexers });
      const plain = informer(new Subject<ReflectorEvent<Sized>>());
      const other = { name: 'toString', value: 'odd' } as never;

      expect(() => query(things, { index: other })).toThrow(
        'query: index must be one of parity, not "toString"',
      );
      expect(() => query(plain as never, { index: other })).toThrow(OptionsError);
      expect(() => query(things, { index: { name: 'parity' } as never })).toThrow(
        'query: index must be an index and its value: { name, value }',
      );
      // @ts-expect-error the informer has no such index
      expect(() => query(things, { index: { name: 'other', value: 'odd' } })).toThrow(OptionsError);
    });

    it('should accept an index that was added later', () => {
      const things = informer(NEVER as Observable<ReflectorEvent<Sized>>);
      const store = things.store.addIndexers(indexers);

      expectTypeOf(query({ store, status$: things.status$ }, { index })).toEqualTypeOf<
        Observable<readonly Sized[]>
      >();
    });
  });

  describe('of a long list', () => {
    const many = (count: number, version = 1): Sized[] =>
      Array.from({ length: count }, (_, at) =>
        sized(`t${at}`, Math.imul(at, 7_919) % 10_007, `${version + at}`),
      );
    const ordered = (rows: readonly Sized[]): boolean =>
      rows.every(({ size }, at) => at === 0 || (rows[at - 1]?.size ?? 0) <= size);
    /** A slow comparison of rows. Only this comparison moves the mocked clock. */
    const slowly = (clock: { now: number }, one: Sized, other: Sized): number => {
      clock.now += 0.002;
      return one.size - other.size;
    };
    const stoppedClock = (): { now: number } => {
      const clock = { now: 0 };
      jest.spyOn(asyncScheduler, 'now').mockImplementation(() => clock.now);
      return clock;
    };
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('should be sorted in slices, yield to the event loop, and be emitted once (PF9)', async () => {
      const clock = stoppedClock();
      const events$ = new Subject<ReflectorEvent<Sized>>();
      const received: (readonly Sized[])[] = [];
      const turns: number[] = [];
      let isDone = false;
      const look = (): void => {
        turns.push(clock.now);
        if (!isDone) setImmediate(look);
      };
      setImmediate(look);
      const running = query(informer(events$), { sort: (a, b) => slowly(clock, a, b) }).subscribe((rows) => {
        received.push(rows);
      });
      for (const version of [1, 100_000]) {
        events$.next(listOf(...many(5_000, version)));
        await advanceUntil(() => received.at(-1)?.[0]?.metadata.resourceVersion === `${version}`);
      }
      isDone = true;
      running.unsubscribe();

      expect(received.map((rows) => [rows.length, ordered(rows)])).toEqual([
        [5_000, true],
        [5_000, true],
      ]);
      const longest = Math.max(...turns.map((now, at) => now - (turns[at - 1] ?? 0)));
      expect(clock.now).toBeGreaterThan(100);
      expect(longest).toBeLessThan(16); // a time slice takes 5 ms, and one more sorting step may follow
    });

    it('should include changes that arrive during the sort', async () => {
      const clock = stoppedClock();
      const events$ = new Subject<ReflectorEvent<Sized>>();
      const received: (readonly Sized[])[] = [];
      const things = informer(events$);
      const running = query(things, { sort: (a, b) => slowly(clock, a, b) }).subscribe((rows) =>
        received.push(rows),
      );
      events$.next(listOf(...many(5_000)));
      await nextTimer();
      expect(received).toEqual([]);
      events$.next({ type: 'DELETED', object: sized('t1', 0, '90000') });
      events$.next({ type: 'ADDED', object: sized('new', -1, '90001') });
      events$.next(modified('t2', -2, '90002'));
      await advanceUntil(() => received.length > 0);
      await advanceMinute();
      running.unsubscribe();

      expect(received).toHaveLength(1);
      expect(received[0]).toHaveLength(5_000);
      expect(received[0]?.slice(0, 2).map(({ metadata }) => metadata.name)).toEqual(['t2', 'new']);
      expect(received[0]).toEqual([...things.store.list()].sort(bySize));
    });

    it('should not be sorted further after an unsubscribe', async () => {
      const clock = stoppedClock();
      const events$ = new Subject<ReflectorEvent<Sized>>();
      let compared = 0;
      const running = query(informer(events$), {
        sort: (a, b) => {
          compared += 1;
          return slowly(clock, a, b);
        },
      }).subscribe(() => (compared = NaN));
      events$.next(listOf(...many(5_000)));
      await advanceUntil(() => compared > 0);
      running.unsubscribe();
      const then = compared;
      await advanceMinute();

      expect(compared).toBe(then);
    });

    it('should be emitted before the informer completes or fails', async () => {
      for (const end of ['complete', 'error'] as const) {
        const clock = stoppedClock();
        const events$ = new Subject<ReflectorEvent<Sized>>();
        const received: unknown[] = [];
        query(informer(events$), { sort: (a, b) => slowly(clock, a, b), limit: 1 }).subscribe({
          next: (rows) => received.push(rows.length),
          complete: () => received.push('complete'),
          error: (error: unknown) => received.push(error === failure ? 'error' : error),
        });
        events$.next(listOf(...many(5_000)));
        await nextTimer();
        if (end === 'complete') events$.complete();
        else events$.error(failure);
        await advanceUntil(() => received.length > 1);

        expect(received).toEqual([1, end]);
      }
    });

    it('should be sorted synchronously in virtual time', () => {
      marbles().run(({ cold, expectObservable }) => {
        const e1 = cold('   -l-m|', { l: listOf(...many(3_000)), m: listOf(...many(3_000, 9_000)) });
        const expected = '  -t-t|';
        const rows$ = query(informer(e1), { sort: bySize }).pipe(
          map((rows) => rows.length === 3_000 && ordered(rows)),
        );

        expectObservable(rows$).toBe(expected, { t: true });
      });
    });
  });

  it('should refuse invalid arguments', () => {
    const things = informer(new Subject<ReflectorEvent<Sized>>());

    expect(() => query({} as never)).toThrow(OptionsError);
    expect(() => query(things, { limit: 0 })).toThrow(
      'query: limit must be a whole number, 1 or more, not 0',
    );
    expect(() => query(things, { where: 'yes' as never })).toThrow('query: where');
    expect(() => query(things, { sort: 'name' as never })).toThrow('query: sort');
    expect(() => query(things, { notifier: 16 as never })).toThrow('query: notifier');
    expect(() => query(things, { order: bySize } as never)).toThrow("query: unknown option 'order'");
  });

  it('should have the object type of its informer', () => {
    const things = informer(NEVER as Observable<ReflectorEvent<Sized>>, { indexers: { size: () => [] } });

    expectTypeOf(query(things, { where: ({ size }) => size > 1 })).toEqualTypeOf<
      Observable<readonly Sized[]>
    >();
  });
});
