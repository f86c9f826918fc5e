/** Compares the rows of a query with a slow and simple reference implementation: filter, sort and slice. */
import { describe, expect, it } from '@jest/globals';
import { type Delta, indexedStore, keyOf, type KubeObject } from 'rx-informer';
import { fc } from '../../support/properties.ts';
import { QueryResult } from '../../../src/views/machine/query-result.ts';
import { added, updated } from '../../../src/store/index.ts';
import { countedBatch } from '../../support/counted-batch.ts';
import { textOf, thing } from '../../support/things.ts';

const keys = ['a', 'b', 'c', 'x/a', 'x/b', 'y/a'];
const aText = fc
  .tuple(fc.constantFrom(...keys), fc.integer({ min: 1, max: 30 }), fc.constantFrom('1', '1', '2'))
  .map(([key, version, uid]) => `${key}@${version}#${uid}`);
const aDelta: fc.Arbitrary<Delta<KubeObject>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom('Updated' as const, 'Deleted' as const), aText)
      .map(([type, text]): Delta<KubeObject> => ({
        type,
        key: text.replace(/@.*/, ''),
        object: thing(text),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.array(aText, { maxLength: 8 }).map((texts): Delta<KubeObject> => ({
      type: 'ReplacedAll',
      objects: texts.map(thing),
      resourceVersion: '99',
    })),
  },
);

const version = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);
const wheres = { all: undefined, even: (object: KubeObject) => version(object) % 2 === 0 };
const sorts = {
  none: undefined,
  coarse: (a: KubeObject, b: KubeObject) => (version(a) >> 2) - (version(b) >> 2),
  strange: () => NaN,
};
const aQuery = fc.record({
  where: fc.constantFrom(...Object.values(wheres)),
  sort: fc.constantFrom(...Object.values(sorts)),
  limit: fc.constantFrom(undefined, 1, 3),
});

describe('QueryResult', () => {
  it('should equal filter, sort and slice of the store, and be the same array while the result is the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(aDelta, fc.boolean()), { maxLength: 40 }),
        aQuery,
        fc.nat(20),
        fc.boolean(),
        (history, query, from, resultInSlices) => {
          const store = indexedStore<KubeObject>();
          const rows = new QueryResult<KubeObject>(query);
          const naive = (): readonly KubeObject[] =>
            store
              .list()
              .filter(query.where ?? (() => true))
              .sort(query.sort ?? (() => 0))
              .slice(0, query.limit);
          let last = rows.read();

          for (const [at, [delta, read]] of history.entries()) {
            if (at === from) store.batches$.subscribe((batch) => rows.apply(batch));
            if (resultInSlices) store.apply([delta])?.subscribe();
            else store.next([delta]);
            if (at < from || !read) continue;

            const result = rows.read();
            const wanted = naive();
            expect(result).toEqual(wanted);
            expect(Object.isFrozen(result)).toBe(true);
            if (wanted.length === last.length && wanted.every((object, i) => object === last[i])) {
              expect(result).toBe(last);
            }
            last = result;
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('should keep thousands of objects in order as they are added, updated and deleted', () => {
    const object = (index: number, rank: number): KubeObject => thing(`thing-${index}@${rank}`);
    const rank = (index: number, round: number): number => Math.imul(index + 1, 7_919 + round * 31) % 10_007;
    const sort = (a: KubeObject, b: KubeObject): number => version(a) - version(b);
    const known = new Map<string, KubeObject>();
    const rows = new QueryResult<KubeObject>({ where: undefined, sort, limit: undefined });
    const put = (index: number, round: number): void => {
      const [key, next] = [`thing-${index}`, object(index, Math.abs(rank(index, round)))];
      const old = known.get(key);
      known.set(key, next);
      rows.apply([old === undefined ? added(key, next, 'watch') : updated(key, old, next, 'watch')]);
    };

    for (let index = 0; index < 3_000; index += 1) put(index, 0);
    rows.read();
    for (let step = 0; step < 4_000; step += 1) {
      put(Math.imul(step, 37) % 6_000, step);
      if (step % 7 === 0) {
        const key = `thing-${Math.imul(step, 13) % 6_000}`;
        const gone = known.get(key);
        known.delete(key);
        if (gone !== undefined) {
          rows.apply([{ type: 'deleted', key, object: gone, finalStateKnown: true, cause: 'watch' }]);
        }
      }
      if (step % 3 === 0) rows.read();
    }

    const read = rows.read();
    expect(read).toHaveLength(known.size);
    expect(read.map(version)).toEqual([...known.values()].map(version).sort((a, b) => a - b));
    expect(new Set(read)).toEqual(new Set(known.values()));
  });

  it('should call `where` once for each state of an object, and `sort` a few times for each change', () => {
    let [asked, compared] = [0, 0];
    const rows = new QueryResult<KubeObject>({
      where: () => ++asked > 0,
      sort: (a, b) => {
        compared += 1;
        return version(a) - version(b);
      },
      limit: 10,
    });
    const first = Array.from({ length: 20_000 }, (_, i) =>
      added(`t-${i}`, thing(`t-${i}@${i + 1}`), 'initial'),
    );
    rows.apply(first);
    rows.read();
    [asked, compared] = [0, 0];

    for (let event = 0; event < 100; event += 1) {
      const index = Math.imul(event, 7_919) % 20_000;
      const old = first[index]?.object ?? thing('-');
      rows.apply([updated(`t-${index}`, old, thing(`t-${index}@${event}`), 'watch')]);
      rows.read();
    }

    expect(asked).toBe(100);
    const [same = thing('-')] = rows.read();
    rows.apply([updated(keyOf(same), same, same, 'resync')]);
    expect(asked).toBe(100);
    expect(compared).toBeLessThan(100 * 40); // 2·log2(20,000) is 29 comparisons
  });

  it('should read each change of a list at most once in each query (PF9)', () => {
    const { batch, reads } = countedBatch(
      Array.from({ length: 2_000 }, (_, at) => added(`a${at}`, thing(`a${at}@1`), 'initial')),
    );
    const queries = Array.from(
      { length: 20 },
      () => new QueryResult<KubeObject>({ where: undefined, sort: undefined, limit: 1 }),
    );

    for (const query of queries) query.apply(batch);

    expect(reads()).toBeLessThanOrEqual(20 * 2_000);
    expect(queries.map((query) => query.read().map(textOf))).toEqual(Array(20).fill(['a0@1']));
  });

  it('should ignore a resync', () => {
    const rows = new QueryResult<KubeObject>({ where: undefined, sort: undefined, limit: undefined });
    const object = thing('a@1');
    rows.apply([added('a', object, 'initial')]);
    rows.apply([updated('a', object, thing('a@1:other'), 'resync'), added('b', thing('b@2'), 'watch')]);

    expect(rows.read().map(textOf)).toEqual(['a@1', 'b@2']);
  });
});
