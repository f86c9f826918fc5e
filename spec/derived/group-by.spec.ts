import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { groupBy, groupCount } from 'rx-informer/derived';
import { EMPTY, firstValueFrom, map, NEVER, type Observable, Subject, throwError } from 'rxjs';
import { GroupSums } from '../../src/derived/machine/group-sums.ts';
import { indexedStore } from '../../src/store/index.ts';
import { marbles } from '../support/marbles.ts';
import { event, list } from '../support/reflector-events.ts';
import { fc } from '../support/properties.ts';
import { thing } from '../support/things.ts';

const events: Record<string, ReflectorEvent<KubeObject>> = {
  l: list('a@1:red', 'b@2:blue', 'c@3'),
  r: event('MODIFIED', 'c@10:red'),
  s: event('MODIFIED', 'a@11:red'),
  m: event('MODIFIED', 'a@12:blue+red'),
  d: event('DELETED', 'b@13:blue'),
  y: { type: 'RESYNC' },
};
const byColor = ({ metadata }: KubeObject): string | undefined => metadata.labels?.['color'];
const byColors = ({ metadata }: KubeObject): readonly string[] =>
  metadata.labels?.['color']?.split('+') ?? [];
const versionSum = {
  of: 0,
  add: (sum: number, { metadata }: KubeObject) => sum + Number(metadata.resourceVersion),
  remove: (sum: number, { metadata }: KubeObject) => sum - Number(metadata.resourceVersion),
};
const text = (groups$: Observable<ReadonlyMap<string, number>>): Observable<string> =>
  groups$.pipe(map((groups) => [...groups].map(([key, sum]) => `${key}=${sum}`).join(' ')));
const failure = new Error('no');

describe('groupCount', () => {
  it('should emit the number of objects in each group when a number changes', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-r-s-m-d-y-', events);
      const expected = '  -a-b---c-d---';

      expectObservable(text(groupCount(informer(e1), byColors))).toBe(expected, {
        a: 'red=1 blue=1',
        b: 'red=2 blue=1',
        c: 'red=2 blue=2',
        d: 'red=2 blue=1',
      });
    });
  });

  it('should emit an empty map for an empty list, and nothing before the list', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(text(groupCount(informer(cold('--l', { l: list() })), byColor))).toBe('--a', {
        a: '',
      });
    });
  });

  it('should emit when the notifier emits', () => {
    marbles().run(({ cold, hot, expectObservable }) => {
      const e1 = cold('   -lr------', events);
      const n1 = hot('    -----n---');
      const expected = '  -----a---';

      expectObservable(text(groupCount(informer(e1), byColor, { notifier: n1 }))).toBe(expected, {
        a: 'red=2 blue=1',
      });
    });
  });

  it('should follow the marbles: empty, never, error, early unsubscribe, resubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(text(groupCount(informer<KubeObject>(EMPTY), byColor))).toBe('|');
      expectObservable(text(groupCount(informer<KubeObject>(NEVER), byColor))).toBe('-');
      expectObservable(text(groupCount(informer<KubeObject>(throwError(() => failure)), byColor))).toBe(
        '#',
        {},
        failure,
      );
      const e1 = cold('   -l-r-', events);
      const source = informer(e1, { resetDelay: 0 });
      const counts = { a: 'red=1 blue=1' };
      expectObservable(text(groupCount(source, byColor)), '^-!').toBe('-a', counts);
      expectObservable(text(groupCount(source, byColor)), '---^-!').toBe('---a', counts);
      expectSubscriptions(e1.subscriptions).toBe(['^-!', '---^-!']);
    });
  });

  it('should end only the subscription whose function throws', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = informer(cold('-l-r', events));
      const throwing = (object: KubeObject): string | undefined => {
        if (object.metadata.resourceVersion === '10') throw failure;
        return byColor(object);
      };

      expectObservable(text(groupCount(source, throwing))).toBe('-a-#', { a: 'red=1 blue=1' }, failure);
      expectObservable(text(groupCount(source, byColor))).toBe('-a-b', {
        a: 'red=1 blue=1',
        b: 'red=2 blue=1',
      });
    });
  });
});

describe('groupBy', () => {
  it('should emit the sums of the groups', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-r-s-d-', events);
      const expected = '  -a-b-c-d-';

      expectObservable(text(groupBy(informer(e1), byColor, versionSum))).toBe(expected, {
        a: 'red=1 blue=2',
        b: 'red=11 blue=2',
        c: 'red=21 blue=2',
        d: 'red=21',
      });
    });
  });

  it('should keep the objects of unchanged sums', async () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const names = {
      of: [] as readonly string[],
      add: (sum: readonly string[], { metadata }: KubeObject) => [...sum, metadata.name],
      remove: (sum: readonly string[], { metadata }: KubeObject) =>
        sum.filter((name) => name !== metadata.name),
    };
    const groups$ = groupBy(informer(events$), byColor, names);
    expectTypeOf(groups$).toEqualTypeOf<Observable<ReadonlyMap<string, readonly string[]>>>();
    const results: ReadonlyMap<string, readonly string[]>[] = [];
    groups$.subscribe((groups) => results.push(groups));
    for (const name of ['l', 'r'] as const) {
      const next = events[name];
      if (next !== undefined) events$.next(next);
      await firstValueFrom(groups$);
    }

    expect(results.at(-1)?.get('red')).toEqual(['a', 'c']);
    expect(results.at(-1)?.get('blue')).toBe(results[0]?.get('blue'));
  });

  it.each([
    ['informer', () => groupBy({} as never, byColor, versionSum), 'groupBy: informer must be an informer'],
    ['by', () => groupCount(informer(NEVER), 'color' as never), 'groupCount: by must be a function'],
    ['fold', () => groupBy(informer(NEVER), byColor, undefined as never), 'groupBy: fold must be an object'],
    [
      'add',
      () => groupBy(informer(NEVER), byColor, { ...versionSum, add: 1 as never }),
      'groupBy: fold.add must be a function',
    ],
    [
      'remove',
      () => groupBy(informer(NEVER), byColor, { ...versionSum, remove: 1 as never }),
      'groupBy: fold.remove must be a function',
    ],
    [
      'option',
      () => groupCount(informer(NEVER), byColor, { pace: NEVER } as never),
      "groupCount: unknown option 'pace'",
    ],
  ])('should throw for a wrong %s', (_, create, message) => {
    expect(create).toThrow(message);
  });
});

describe('GroupSums', () => {
  const aText = fc
    .tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom('', ':x', ':y', ':x+y'),
    )
    .map(([key, version, color]) => `${key}@${version}${color}`);
  const aStep = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom('Updated' as const, 'Deleted' as const), aText) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constant('ReplacedAll' as const), fc.array(aText, { maxLength: 6 })),
    },
  );

  it('should equal a count over all objects after each step, and be the same map while nothing changes', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 40 }), (steps) => {
        const store = indexedStore<KubeObject>();
        const sums = new GroupSums<KubeObject, string, number>(byColors, versionSum);
        store.batches$.subscribe((batch) => sums.apply(batch));
        for (const [type, given] of steps) {
          if (type === 'ReplacedAll')
            store.next([{ type, objects: given.map(thing), resourceVersion: '99' }]);
          else store.next([{ type, key: given.replace(/@.*/, ''), object: thing(given) }]);
          const expected = new Map<string, number>();
          for (const object of store.list())
            for (const color of byColors(object))
              expected.set(color, (expected.get(color) ?? 0) + Number(object.metadata.resourceVersion));
          const result = sums.read();
          expect(new Map([...result].sort())).toEqual(new Map([...expected].sort()));
          expect(sums.read()).toBe(result);
        }
      }),
    );
  });
});
