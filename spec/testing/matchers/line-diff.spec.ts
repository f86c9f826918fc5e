import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { lineDiff } from '../../../src/testing/matchers/line-diff.ts';

const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

/** Computes a diff. Returns the number of comparisons, and the lines of the diff that start with `+` or `-`. */
function counted(received: readonly number[], expected: readonly number[]) {
  let comparisons = 0;
  const lines = lineDiff(received, expected, (a, b) => {
    comparisons++;
    return a === b;
  });
  const signs = lines.filter((line) => !('received' in line && 'expected' in line));
  return { comparisons, signs: signs.map((line) => line.received ?? -(line.expected ?? 0)) };
}

/** Returns the length of the longest common subsequence, computed by a simple algorithm. */
function common(a: readonly string[], b: readonly string[]): number {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  const at = b.indexOf(first);
  return Math.max(common(rest, b), at < 0 ? 0 : 1 + common(rest, b.slice(at + 1)));
}

describe('lineDiff', () => {
  it('should contain both sides in order, and be the shortest diff for a few lines', () => {
    fc.assert(
      fc.property(letters, letters, (received, expected) => {
        const lines = lineDiff(received, expected, (a, b) => a === b);

        expect(lines.flatMap((line) => ('received' in line ? [line.received] : []))).toEqual(received);
        expect(lines.flatMap((line) => ('expected' in line ? [line.expected] : []))).toEqual(expected);
        const both = lines.filter((line) => 'received' in line && 'expected' in line);
        expect(both.every((line) => line.received === line.expected)).toBe(true);
        expect(both).toHaveLength(common(received, expected));
      }),
    );
  });

  it('should compare each line once if both sides are equal', () => {
    expect(counted(numbers(1, 2_001), numbers(1, 2_001))).toEqual({ comparisons: 2_000, signs: [] });
  });

  it('should compare only the middle part', () => {
    const { comparisons, signs } = counted(
      numbers(1, 2_001).filter((one) => one !== 1_000),
      numbers(1, 2_001).filter((one) => one !== 990),
    );

    expect(signs).toEqual([990, -1_000]);
    expect(comparisons).toBeLessThan(3_000);
  });

  it('should take time in proportion to the lines, for any difference', () => {
    const { comparisons, signs } = counted(numbers(1, 4_001), numbers(10_001, 14_001));
    expect(signs).toHaveLength(8_000);
    expect(comparisons).toBeLessThan(100 * 4_000);

    const odd = numbers(1, 4_001).filter((one) => one % 7 !== 0);
    const even = numbers(1, 4_001).filter((one) => one % 10 !== 0);
    const thinned = counted(odd, even);
    expect(thinned.signs).toHaveLength(571 + 400 - 2 * 57);
    expect(thinned.comparisons).toBeLessThan(200 * 4_000);
  });
});
