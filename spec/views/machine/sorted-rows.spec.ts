import { describe, expect, it } from '@jest/globals';
import { type Row, SortedRows } from '../../../src/views/machine/sorted-rows.ts';

/** Puts them in, in one go. */
const add = (sorted: SortedRows<number>, ...rows: readonly Row<number>[]): void => {
  const steps = sorted.add(rows);
  while (steps.next().done !== true);
};
const row = (rank: number): Row<number> => ({ object: rank, sequence: rank, piece: undefined });

describe('SortedRows', () => {
  it('should keep what comes one by one in order, and lose nothing that goes one by one', () => {
    const sorted = new SortedRows<number>((a, b) => a.object - b.object);
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

  it('should find places beside a stretch that has gone', () => {
    const sorted = new SortedRows<number>((a, b) => a.object - b.object);
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

  it('should take out a row whose order contradicts itself, and that row alone', () => {
    const sorted = new SortedRows<number>((a, b) => ((a.object * 7 + b.object * 13) % 3) - 1);
    const rows = Array.from({ length: 2_000 }, (_, i) => row(i));
    for (const one of rows) add(sorted, one);
    for (const one of rows.slice(0, 1_500)) sorted.remove(one);
    sorted.remove(row(1_800));

    expect(sorted.first(Infinity).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, i) => 1_500 + i),
    );
  });
});
