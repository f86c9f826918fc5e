import { describe, expect, it } from '@jest/globals';
import { noiseOf } from './noise.ts';

describe('the noise of a median', () => {
  const spread = { count: 5, median: 1, p10: 0.8, p90: 1.2 };

  it('should grow with the spread of the rounds, and shrink with their number', () => {
    expect(noiseOf({ ...spread, p10: 0.6, p90: 1.4 })).toBeCloseTo(2 * noiseOf(spread));
    expect(noiseOf({ ...spread, count: 20 })).toBeCloseTo(noiseOf(spread) / 2);
  });

  it('should be 0 if all rounds are equal', () => {
    expect(noiseOf({ ...spread, p10: 1, p90: 1 })).toBe(0);
  });
});
