import { describe, expect, it } from '@jest/globals';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { fc } from '../../support/properties.ts';
import { ValueIndex } from '../../../src/store/machine/value-index.ts';

describe('ValueIndex', () => {
  it('should find a lone key, then several, in the order in which they came', () => {
    const index = new ValueIndex();

    index.move('b', [], ['red']);
    expect(index.keys('red')).toEqual(['b']);
    index.move('a', [], ['red']);
    expect(index.keys('red')).toEqual(['b', 'a']);
  });

  it('should leave a key in its place under a value that stays (PF14)', () => {
    const index = new ValueIndex();
    index.move('b', [], ['red', 'round']);
    index.move('a', [], ['red']);

    index.move('b', ['red', 'round'], ['red', 'flat']);

    expect(index.keys('red')).toEqual(['b', 'a']);
    expect(index.keys('round')).toEqual([]);
    expect(index.keys('flat')).toEqual(['b']);
  });

  it('should forget a value when its last key goes, and only then (B183)', () => {
    const index = new ValueIndex();
    index.move('a', [], ['red']);
    index.move('b', [], ['red']);

    index.move('a', ['red'], []);
    expect(index.values()).toEqual(['red']);
    index.move('b', ['red'], []);
    expect(index.values()).toEqual([]);
  });

  it('should count a value that is named twice once, and take the empty one', () => {
    const index = new ValueIndex();

    index.move('a', [], ['x', 'x', '']);

    expect(index.keys('x')).toEqual(['a']);
    expect(index.keys('')).toEqual(['a']);
    index.move('a', ['x', 'x', ''], []);
    expect(index.values()).toEqual([]);
  });

  it('should answer as a search through everything does (B182)', () => {
    const values = fc.array(fc.constantFrom('x', 'y', 'z', ''), { maxLength: 3 });
    const moves = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), values), { maxLength: 40 });

    fc.assert(
      fc.property(moves, (steps) => {
        const index = new ValueIndex();
        const all = new Map<string, readonly string[]>();
        for (const [key, to] of steps) {
          index.move(key, all.get(key) ?? [], to);
          all.set(key, to);
          for (const value of ['x', 'y', 'z', '']) {
            const found = [...all].filter(([, has]) => has.includes(value)).map(([found]) => found);
            expect([...index.keys(value)].sort()).toEqual(found.sort());
            expect(index.values().includes(value)).toBe(found.length > 0);
          }
        }
      }),
    );
  });

  it('should move a key with many values in time proportional to their number', () => {
    const values = (count: number, from: number) =>
      Array.from({ length: count }, (_, nth) => `v${from + nth}`);
    const growth = growthOfCost(5_000, (count) => {
      const index = new ValueIndex();
      index.move('a', [], values(count, 0));
      index.move('a', values(count, 0), values(count, 1));
    });

    expect(growth).toBeLessThan(9);
  });
});
