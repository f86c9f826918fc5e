import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { mergeInSteps, sortInSteps } from '../../../src/views/machine/sort-in-steps.ts';

type Compare = (a: readonly [number, number], b: readonly [number, number]) => number;

function run<R>(steps: Generator<void, R, void>): { readonly result: R; readonly count: number } {
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, count };
  }
}

describe('sortInSteps', () => {
  it('should be what Array.prototype.sort gives, and stable', () => {
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

  it('should lose nothing to an order that contradicts itself', () => {
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
    expect(compared).toBeLessThan(50_000 * 18); // log2(50,000) is 16
  });

  it.each([
    ['in order', (at: number) => at],
    ['in reverse', (at: number) => -at],
    ['all equal', () => 0],
  ])('should compare little where it is %s', (_how, rank) => {
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

  it('should throw what the comparison throws', () => {
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
  it('should put the first before its equals, and give what there is of one alone', () => {
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
