import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import {
  compact,
  informer,
  type Informer,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
} from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { concat, EMPTY, map, NEVER, noop, type Observable, of, Subject, throwError, timer } from 'rxjs';
import { queryWindow, type QueryWindow, type RowRange, type WindowQuery } from '../../src/views/index.ts';
import { marbles } from '../support/marbles.ts';
import { listOf } from '../support/reflector-events.ts';
import { fc } from '../support/properties.ts';
import { withPatches } from './with-patches.ts';

interface Sized extends KubeObject {
  readonly size: number;
}
const sized = (key: string, size: number, resourceVersion = '1', uid = `uid of ${key}`): Sized =>
  kubeObject<Sized>(key, { size, metadata: { resourceVersion, uid } });
const modified = (key: string, size: number, version: string): ReflectorEvent<Sized> => ({
  type: 'MODIFIED',
  object: sized(key, size, version),
});
const events: Record<string, ReflectorEvent<Sized>> = {
  e: listOf(),
  l: listOf(sized('a', 3), sized('b', 1), sized('c', 2)),
  m: modified('b', 9, '12'),
  n: modified('a', 4, '13'),
  o: modified('c', 2, '14'),
  d: { type: 'DELETED', object: sized('a', 3, '15') },
  x: { type: 'MODIFIED', object: sized('b', 1, '16', 'another') },
  r: { type: 'RESYNC' },
};
const failure = new Error('no');
const sort = (one: Sized, other: Sized): number => one.size - other.size;
const window: RowRange = { from: 0, to: 2 };
const named = ({ metadata, size }: Sized): string => `${metadata.name}${size}`;

/** Returns each window as text: the first index, the rows, the total, and the patches. */
const shown = (windows$: Observable<QueryWindow<Sized>>): Observable<string> =>
  windows$.pipe(
    map(({ rows, total, from, patches }) => {
      const steps = patches.map(
        (patch) => `${patch.op[0] ?? ''}${patch.at}${patch.op === 'remove' ? '' : named(patch.row)}`,
      );
      return `${from}: ${rows.map(named).join('')} of ${total}; ${steps.join(' ')}`;
    }),
  );

describe('queryWindow', () => {
  it('should emit the first rows once synced, and then each changed window with its patches', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-m-d-|', events);
      const expected = '  -x-y-z-|';
      const values = {
        x: '0: b1c2 of 3; i0b1 i1c2',
        y: '0: c2a3 of 3; r0 i1a3',
        z: '0: c2b9 of 2; r1 i1b9',
      };

      expectObservable(shown(queryWindow(informer(e1), { sort, window }))).toBe(expected, values);
    });
  });

  it('should emit an update as an update, and a replaced object as a removal and an insert (G6)', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-o-x-|', events);
      const expected = '  -x-y-z-|';
      const values = {
        x: '0: b1c2 of 3; i0b1 i1c2',
        y: '0: b1c2 of 3; u1c2',
        z: '0: b1c2 of 3; r0 i0b1',
      };

      expectObservable(shown(queryWindow(informer(e1), { sort, window }))).toBe(expected, values);
    });
  });

  it('should not emit for changes outside the window, nor for a resync, but for a new total', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-n-r-d-|', events);
      const expected = '  -x-----y-|';
      const values = { x: '0: b1c2 of 3; i0b1 i1c2', y: '0: b1c2 of 2; ' };

      expectObservable(shown(queryWindow(informer(e1), { sort, window }))).toBe(expected, values);
      expectObservable(shown(queryWindow(informer(e1, { storage: compact() }), { sort, window }))).toBe(
        expected,
        values,
      );
    });
  });

  it('should emit the rows of each new range, with patches from the rows before', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('       -l-------------|', events);
      const window$ = cold('  w--v-w-w-u-t-|  ', {
        w: { from: 0, to: 2 },
        v: { from: 1, to: 3 },
        u: { from: 3, to: 9 },
        t: { from: 4, to: 9 },
      });
      const expected = '      -x-y-z---u-t---|';

      expectObservable(shown(queryWindow(informer(e1), { sort, window: window$ }))).toBe(expected, {
        x: '0: b1c2 of 3; i0b1 i1c2',
        y: '1: c2a3 of 3; r0 i1a3',
        z: '0: b1c2 of 3; r1 i0b1',
        u: '3:  of 3; r1 r0',
        t: '4:  of 3; ',
      });
    });
  });

  it('should emit nothing before the first range', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('       -l---m-|', events);
      const window$ = cold('  ---w----', { w: window });
      const expected = '      ---x-y-|';

      expectObservable(shown(queryWindow(informer(e1), { sort, window: window$ }))).toBe(expected, {
        x: '0: b1c2 of 3; i0b1 i1c2',
        y: '0: c2a3 of 3; r0 i1a3',
      });
      expectObservable(queryWindow(informer(e1), { sort, window: NEVER })).toBe('-------|');
    });
  });

  it('should fail with the error of the window, or an OptionsError for a wrong range', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('       -l-----', events);
      const expected = '      -x-#   ';
      const values = { x: '0: b1c2 of 3; i0b1 i1c2' };
      const failing$ = cold('w--#   ', { w: window });
      const wrong$ = cold('  w--v   ', { w: window, v: { from: 2, to: 1 } });

      expectObservable(shown(queryWindow(informer(e1), { sort, window: failing$ }))).toBe(
        expected,
        values,
        'error',
      );
      expectObservable(shown(queryWindow(informer(e1), { sort, window: wrong$ }))).toBe(
        expected,
        values,
        new OptionsError(
          'queryWindow: window',
          { from: 2, to: 1 },
          '{ from, to }: two whole numbers, 0 <= from <= to',
        ),
      );
    });
  });

  it('should contain only the matching objects of an index value', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-m-n-d-|', events);
      const expected = '  -x-y-z-w-|';
      const indexers = { parity: ({ size }: Sized) => [size % 2 === 0 ? 'even' : 'odd'] };
      const index = { name: 'parity', value: 'odd' } as const;

      expectObservable(shown(queryWindow(informer(e1, { indexers }), { index, window }))).toBe('-x-y-z---|', {
        x: '0: a3b1 of 2; i0a3 i1b1',
        y: '0: a3b9 of 2; u1b9',
        z: '0: b9 of 1; r0',
      });
      expectObservable(
        shown(queryWindow(informer(e1, { indexers }), { where: ({ size }) => size > 2, window })),
      ).toBe(expected, {
        x: '0: a3 of 1; i0a3',
        y: '0: a3b9 of 2; i1b9',
        z: '0: a4b9 of 2; u0a4',
        w: '0: b9 of 1; r0',
      });
    });
  });

  it('should emit at the notifier, also after a move of the window', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('       -l-m-d----|', events);
      const window$ = cold('  w-----v----', { w: window, v: { from: 1, to: 2 } });
      const expected = '      ----x---y----|';

      expectObservable(shown(queryWindow(informer(e1), { sort, window: window$, notifier: timer(3) }))).toBe(
        expected,
        { x: '0: c2a3 of 3; i0c2 i1a3', y: '1: b9 of 2; r1 r0 i0b9' },
      );
    });
  });

  it('should begin with the content of a synced informer, if the notifier emits at once', () => {
    marbles().run(({ cold, expectObservable }) => {
      const things$ = informer(cold('l', events));
      const totals$ = queryWindow(things$, { window: { from: 0, to: 1 }, notifier: of(0) }).pipe(
        map(({ total }) => total),
      );
      things$.start();

      expectObservable(totals$, '-^-!').toBe('-a', { a: 3 });
    });
  });

  it('should be empty for an empty list', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(shown(queryWindow(informer(cold('-e-e-|', events)), { window }))).toBe('-x---|', {
        x: '0:  of 0; ',
      });
      expectObservable(queryWindow(informer<Sized>(EMPTY), { window })).toBe('|');
    });
  });

  it('should not emit for a source that never emits', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(queryWindow(informer<Sized>(NEVER), { window })).toBe('-');
    });
  });

  it('should emit the newest rows, then the error of the source', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(queryWindow(informer<Sized>(throwError(() => failure)), { window })).toBe(
        '#',
        {},
        failure,
      );
      expectObservable(
        shown(queryWindow(informer(cold('-l-(m#)', events, 'no')), { sort, window: of(window) })),
      ).toBe('-x-(y#)', { x: '0: b1c2 of 3; i0b1 i1c2', y: '0: c2a3 of 3; r0 i1a3' }, 'no');
    });
  });

  it('should stop the informer and the window at an early unsubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('       -l-m-d-|', events);
      const window$ = cold('  w-------', { w: window });
      const unsub = '         ----!';
      const expected = '      -x-y-';

      expectObservable(
        shown(queryWindow(informer(e1, { resetDelay: 0 }), { sort, window: window$ })),
        unsub,
      ).toBe(expected, { x: '0: b1c2 of 3; i0b1 i1c2', y: '0: c2a3 of 3; r0 i1a3' });
      expectSubscriptions(e1.subscriptions).toBe('^---!');
      expectSubscriptions(window$.subscriptions).toBe('^---!');
    });
  });

  it('should begin with inserts for a second subscription', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('                -l-m-d---', events);
      const windows$ = shown(queryWindow(informer(e1, { resetDelay: 0 }), { sort, window }));

      expectObservable(windows$, '     ^---!').toBe('-x-y', {
        x: '0: b1c2 of 3; i0b1 i1c2',
        y: '0: c2a3 of 3; r0 i1a3',
      });
      expectObservable(windows$, '     ------^------!').toBe('------wx-y-z', {
        w: '0: c2a3 of 3; i0c2 i1a3',
        y: '0: c2a3 of 3; r0 i1a3',
        x: '0: b1c2 of 3; r1 i0b1',
        z: '0: c2b9 of 2; r1 i1b9',
      });
    });
  });

  it('should equal filter, sort and slice of the store in random histories, and its patches the differences', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const aSize = fc.nat(9);
    const aStep = fc.oneof(
      fc.record({
        type: fc.constantFrom('MODIFIED' as const, 'MODIFIED' as const, 'DELETED' as const),
        key: fc.constantFrom(...keys),
        size: aSize,
        uid: fc.constantFrom('1', '1', '1', '2'),
      }),
      fc.record({ type: fc.constant('REPLACED' as const), items: fc.shuffledSubarray(keys), size: aSize }),
      fc.record({ type: fc.constant('WINDOW' as const), from: fc.nat(6), length: fc.nat(4) }),
      fc.constant({ type: 'RESYNC' as const }),
      fc.constant({ type: 'EMIT' as const }),
    );
    type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;
    const aQuery = fc.record({
      where: fc.constantFrom(undefined, ({ size }: Sized) => size % 4 !== 0),
      sort: fc.constantFrom(undefined, sort, (a: Sized, b: Sized) => (a.size >> 2) - (b.size >> 2)),
      value: fc.constantFrom(undefined, 'small', 'odd'),
    });
    const indexers = {
      kind: ({ size }: Sized): readonly string[] => {
        if (size === 7) throw failure;
        return [...(size < 5 ? ['small'] : []), ...(size % 2 === 1 ? ['odd'] : [])];
      },
    };
    fc.assert(
      fc.property(
        fc.array(aStep, { maxLength: 40 }),
        aQuery,
        fc.nat(10),
        fc.boolean(),
        (steps, query, start, isPacked) => {
          const source = new Subject<ReflectorEvent<Sized>>();
          const notifier = new Subject<void>();
          const windows = new Subject<RowRange>();
          const options = { indexers, onError: noop, ...(isPacked && { storage: compact() }) };
          const things: Informer<Sized, 'kind'> = informer(source, options);
          const running = things.start();
          const index = query.value === undefined ? undefined : { name: 'kind' as const, value: query.value };
          const seen: QueryWindow<Sized>[] = [];
          let range: RowRange = window;
          let rows: readonly Sized[] = [];
          let version = 0;

          const perform = (step: Step, at: number): void => {
            version += 1;
            if (at === start) {
              running.add(
                queryWindow(things, {
                  where: query.where,
                  sort: query.sort,
                  index,
                  notifier,
                  window: concat(of(range), windows),
                } as WindowQuery<Sized, 'kind'>).subscribe((one) => {
                  rows = withPatches(rows, one.patches);
                  seen.push(one);
                }),
              );
            }
            if (step.type === 'RESYNC') source.next(step);
            else if (step.type === 'WINDOW') {
              range = { from: step.from, to: step.from + step.length };
              windows.next(range);
            } else if (step.type === 'REPLACED') {
              const items = step.items.map((key, nth) =>
                sized(key, (step.size + nth * 3) % 10, `${version}`),
              );
              source.next({ ...step, items, resourceVersion: `${version}` });
            } else if (step.type === 'EMIT') notifier.next();
            else source.next({ type: step.type, object: sized(step.key, step.size, `${version}`, step.uid) });
            if (step.type !== 'EMIT' || at < start || !things.store.hasSynced) return;

            const members =
              index === undefined ? things.store.list() : things.store.byIndex('kind', index.value);
            const wanted = members.filter(query.where ?? (() => true)).sort(query.sort ?? (() => 0));
            const last = seen.at(-1);
            expect([last?.total, last?.from]).toEqual([wanted.length, range.from]);
            expect(rows).toEqual(wanted.slice(range.from, range.to));
            expect(rows).toEqual(last?.rows);
          };
          // In virtual time the store applies a list synchronously.
          marbles().run(() => steps.forEach(perform));
          running.unsubscribe();

          for (const [at, one] of seen.entries()) {
            const { patches: _, ...before } = seen[at - 1] ?? {};
            expect({ ...one, patches: undefined }).not.toEqual({ ...before, patches: undefined });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('should refuse invalid arguments', () => {
    const things = informer(NEVER as Observable<ReflectorEvent<Sized>>, { indexers: { size: () => [] } });

    expect(() => queryWindow({} as never, { window })).toThrow('queryWindow: informer');
    expect(() => queryWindow(things, undefined as never)).toThrow('queryWindow: window');
    expect(() => queryWindow(things, {} as never)).toThrow('queryWindow: window');
    for (const wrong of [{ from: -1, to: 2 }, { from: 2, to: 1 }, { from: 0.5, to: 1 }, { to: 1 }, 7, []])
      expect(() => queryWindow(things, { window: wrong as never })).toThrow(OptionsError);
    expect(() => queryWindow(things, { window, limit: 3 } as never)).toThrow("unknown option 'limit'");
    expect(() => queryWindow(things, { window, index: { name: 'other' as never, value: '' } })).toThrow(
      'queryWindow: index must be one of size, not "other"',
    );
  });

  it('should have the object type of its informer, and accept only its indexes', () => {
    const things = informer(NEVER as Observable<ReflectorEvent<Sized>>, { indexers: { size: () => [] } });

    expectTypeOf(
      queryWindow(things, { where: ({ size }) => size > 1, index: { name: 'size', value: '' }, window }),
    ).toEqualTypeOf<Observable<QueryWindow<Sized>>>();
    // @ts-expect-error the informer has no such index
    expect(() => queryWindow(things, { index: { name: 'other', value: '' }, window })).toThrow();
  });
});
