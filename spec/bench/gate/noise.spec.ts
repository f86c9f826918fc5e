import { describe, expect, it } from '@jest/globals';
import { noiseOf } from './noise.ts';

describe('the noise of a median', () => {
  const spread = { median: 1, p10: 0.8, p90: 1.2 };

  it('should grow with the spread, and shrink with the rounds', () => {
    expect(noiseOf({ median: 1, p10: 0.6, p90: 1.4 }, 5)).toBeCloseTo(2 * noiseOf(spread, 5));
    expect(noiseOf(spread, 20)).toBeCloseTo(noiseOf(spread, 5) / 2);
  });

  it('should be nothing where all rounds gave the same', () => {
    expect(noiseOf({ median: 1, p10: 1, p90: 1 }, 5)).toBe(0);
  });
});
