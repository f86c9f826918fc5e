import { describe, expect, it } from '@jest/globals';
import { mergeInSteps, type Row, SortedRows, sortInSteps } from '../../../src/views/machine/sorted-rows.ts';
import { fc } from '../../support/properties.ts';

/** Adds rows, and runs all steps of the operation. */
const add = (sorted: SortedRows<number>, ...rows: readonly Row<number>[]): void => {
  const steps = sorted.add(rows);
  while (steps.next().done !== true);
};
const row = (rank: number): Row<number> => ({ object: rank, sequence: rank, chunk: undefined });

describe('SortedRows', () => {
  it('should keep single inserts and removals in order', () => {
    const sorted = new SortedRows<number>((a, b) => a - b);
    const rows = Array.from({ length: 6_000 }, (_, i) => row((i * 1_009) % 6_000));
    for (const one of rows) add(sorted, one);
    expect(sorted.first(Infinity)).toEqual(Array.from({ length: 6_000 }, (_, i) => i));

    for (const one of rows.filter(({ object }) => object % 3 === 0)) sorted.remove(one);
    expect(sorted.first(Infinity)).toEqual(
      rows
        .map(({ object }) => object)
        .filter((n) => n % 3 !== 0)
        .sort((a, b) => a - b),
    );
    expect(sorted.size).toBe(4_000);
  });

  it('should insert beside a range that was removed', () => {
    const sorted = new SortedRows<number>((a, b) => a - b);
    const rows = Array.from({ length: 4_000 }, (_, i) => row(i));
    add(sorted, ...rows);
    for (const one of rows.slice(1_000, 3_500)) sorted.remove(one);
    for (const rank of [500.5, 3_400, 999.5, 2_000, 1_000, 3_499.5]) add(sorted, row(rank));

    const kept = [
      ...Array(501).keys(),
      500.5,
      ...Array.from({ length: 499 }, (_, i) => 501 + i),
      999.5,
      1_000,
      2_000,
      3_400,
      3_499.5,
    ];
    expect(sorted.first(1_006)).toEqual(kept);
    expect(sorted.first(Infinity)).toEqual([...kept, ...Array.from({ length: 500 }, (_, i) => 3_500 + i)]);
  });

  it('should remove exactly one row with an inconsistent comparison', () => {
    const sorted = new SortedRows<number>((a, b) => ((a * 7 + b * 13) % 3) - 1);
    const rows = Array.from({ length: 2_000 }, (_, i) => row(i));
    for (const one of rows) add(sorted, one);
    for (const one of rows.slice(0, 1_500)) sorted.remove(one);
    sorted.remove(row(1_800));

    expect(sorted.first(Infinity).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, i) => 1_500 + i),
    );
  });
});

type Compare = (a: readonly [number, number], b: readonly [number, number]) => number;

function run<R>(steps: Generator<void, R, void>): { readonly result: R; readonly count: number } {
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, count };
  }
}

describe('sortInSteps', () => {
  it('should sort as Array.prototype.sort does, stably', () => {
    const byFirst: Compare = ([a], [b]) => a - b;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3_000, size: 'max' }), (numbers) => {
        const values = numbers.map((number, at) => [number, at] as const);
        const before = [...values];
        const { result } = run(sortInSteps(values, byFirst));

        expect(result).toEqual([...values].sort(byFirst));
        expect(values).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });

  it('should lose nothing with an inconsistent comparison', () => {
    const values = Array.from({ length: 5_000 }, (_, i) => i);
    const { result } = run(sortInSteps(values, (a, b) => ((a * 7 + b * 13) % 3) - 1));

    expect(result.sort((a, b) => a - b)).toEqual(values);
  });

  it('should compare a few hundred times in a step, or sort one short run', () => {
    let compared = 0;
    let [last, most] = [0, 0];
    const steps = sortInSteps(
      Array.from({ length: 50_000 }, (_, i) => Math.imul(i, 7_919) % 50_021),
      (a, b) => {
        compared += 1;
        return a - b;
      },
    );
    while (steps.next().done !== true) {
      most = Math.max(most, compared - last);
      last = compared;
    }

    expect(most).toBeLessThan(512 * 10);
    expect(compared).toBeLessThan(50_000 * 18); // log2(50,000) is 16 comparisons
  });

  it.each([
    ['in order', (at: number) => at],
    ['in reverse', (at: number) => -at],
    ['all equal', () => 0],
  ])('should compare little if it is %s', (_how, rank) => {
    let compared = 0;
    const values = Array.from({ length: 50_000 }, (_, at) => ({ rank: rank(at), at }));
    const byRank = (a: { rank: number }, b: { rank: number }): number => {
      compared += 1;
      return a.rank - b.rank;
    };
    const { result } = run(sortInSteps(values, byRank));

    expect(compared).toBeLessThan(60_000);
    expect(result).toEqual([...values].sort(byRank));
  });

  it('should throw the error of the comparison', () => {
    expect(() =>
      run(
        sortInSteps([2, 1], () => {
          throw new Error('no order');
        }),
      ),
    ).toThrow('no order');
  });
});

describe('mergeInSteps', () => {
  it('should put equal values of the first array first, and return one array if the other is empty', () => {
    const compare: Compare = ([a], [b]) => a - b;
    const merged = run(
      mergeInSteps<readonly [number, number]>(
        [
          [1, 0],
          [2, 0],
        ],
        [
          [0, 1],
          [1, 1],
          [3, 1],
        ],
        compare,
      ),
    );

    expect(merged.result).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [3, 1],
    ]);
    expect(run(mergeInSteps([], [1], () => 0)).result).toEqual([1]);
    expect(run(mergeInSteps([1], [], () => 0)).result).toEqual([1]);
  });
});
