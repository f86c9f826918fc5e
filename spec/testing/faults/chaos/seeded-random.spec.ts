import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { seededRandom } from 'rx-informer/testing';

const some = (seed: number, count: number): readonly number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random());
};

describe('seededRandom', () => {
  it('should be mulberry32, stable across platforms and releases', () => {
    expect(some(1, 3)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
    expect(some(1 + 2 ** 32, 1)).toEqual(some(1, 1));
  });

  it('should be distributed over [0, 1)', () => {
    const tenths = some(7, 10_000).map((value) => Math.floor(value * 10));
    const counts = Array.from({ length: 10 }, (_, tenth) => tenths.filter((value) => value === tenth).length);

    expect(counts.reduce((sum, count) => sum + count)).toBe(10_000);
    expect(Math.min(...counts)).toBeGreaterThan(900);
  });

  it('should refuse a seed that is not an integer', () => {
    expect(() => seededRandom(NaN)).toThrow(OptionsError);
    expect(() => seededRandom('1' as never)).toThrow('seededRandom: seed must be a whole number, not "1"');
  });
});
