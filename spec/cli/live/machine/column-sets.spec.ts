import { describe, expect, it } from '@jest/globals';
import { createColumnSets } from '../../../../src/cli/live/machine/column-sets.ts';

const columns = (...headings: readonly string[]) =>
  headings.map((heading) => ({ heading, format: '', priority: 0 }));

describe('createColumnSets', () => {
  it('should assign a number to each order of headings, and the same number to the same order', () => {
    const sets = createColumnSets();
    const given = [columns('A', 'B'), columns('B', 'A'), columns('A'), columns('A', 'B', 'C'), columns()];
    const numbers = given.map((one) => sets.numberOf(one));

    expect(new Set(numbers).size).toBe(given.length);
    expect(given.map((one) => sets.numberOf(one))).toEqual(numbers);
    expect([...sets.placesIn(numbers[1])]).toEqual([
      ['B', 0],
      ['A', 1],
    ]);
  });

  it('should return nothing for other numbers', () => {
    for (const set of [0, 7, '1', undefined, {}]) expect(createColumnSets().placesIn(set).size).toBe(0);
  });

  it('should keep the 16 most recent sets, and never reuse the number of a dropped set', () => {
    const sets = createColumnSets();
    const first = sets.numberOf(columns('FIRST'));
    const numbers = Array.from({ length: 40 }, (_, nth) => {
      sets.numberOf(columns('FIRST'));
      return sets.numberOf(columns(`C${nth}`));
    });

    expect(new Set([first, ...numbers]).size).toBe(41);
    expect(sets.placesIn(first).size).toBe(1);
    expect(numbers.filter((set) => sets.placesIn(set).size > 0)).toEqual(numbers.slice(-15));
    expect(numbers).not.toContain(sets.numberOf(columns('C0')));
  });
});
