import { describe, expect, it } from '@jest/globals';
import { quantile } from './quantile.ts';

describe('the quantile of some values', () => {
  it('should be the middle value, for any order', () => {
    expect(quantile([30, 10, 20])).toBe(20);
  });

  it('should lie between the two middle values of an even number of values', () => {
    expect(quantile([4, 1, 3, 2])).toBe(2.5);
  });

  it('should have the given share of the values below it', () => {
    const values = Array.from({ length: 101 }, (_, i) => 100 - i);

    expect([0, 0.1, 0.9, 0.99, 1].map((share) => quantile(values, share))).toEqual([0, 10, 90, 99, 100]);
  });

  it('should be the only value of one value, and NaN without values', () => {
    expect(quantile([7], 0.99)).toBe(7);
    expect(quantile([])).toBeNaN();
  });

  it('should not change the values', () => {
    const values = [3, 1, 2];
    quantile(values);

    expect(values).toEqual([3, 1, 2]);
  });
});
