import { describe, expect, it } from '@jest/globals';
import { spreadOf, type Summary } from '../driver/summary.ts';
import { noiseOf } from './noise.ts';
import { ratiosToKeep } from './to-keep.ts';

const floor: Summary = { name: 'floor', figures: { cpu: spreadOf([10]) }, ratios: {} };
const ours: Summary = { name: 'ours', figures: { cpu: spreadOf([9]) }, ratios: { cpu: spreadOf([0.9]) } };

describe('what the gate keeps of a run', () => {
  it('should be the median of each ratio, and its noise', () => {
    expect(ratiosToKeep({ pods: [floor, ours] }, 5)).toEqual({
      pods: { ours: { cpu: { ratio: 0.9, noise: 0.03 } } },
    });
  });

  it('should not be what has a mark, however noisy', () => {
    const loud: Summary = {
      ...ours,
      ratios: { ...ours.ratios, stall: spreadOf([0.2, 0.9, 3]) },
    };

    expect(ratiosToKeep({ pods: [floor, loud] }, 5, { pods: { ours: { stall: 2 } } })).toEqual({
      pods: { ours: { cpu: { ratio: 0.9, noise: 0.03 } } },
    });
    expect(ratiosToKeep({ pods: [floor, ours] }, 5, { pods: { ours: { cpu: 2 } } })).toEqual({ pods: {} });
  });

  it('should be nothing where one was not run', () => {
    const missing: Summary = { name: 'ours', notRun: 'ended with 1', figures: {}, ratios: {} };

    expect(() => ratiosToKeep({ pods: [floor, missing] }, 5)).toThrow('ours was not run: ended with 1');
  });

  it('should be nothing where the machine was not quiet', () => {
    const loud: Summary = { ...ours, ratios: { cpu: spreadOf([0.6, 0.9, 1.2]) } };

    expect(() => ratiosToKeep({ pods: [floor, loud] }, 5)).toThrow(
      'the machine is not quiet: ours has a noise',
    );
  });
});

describe('the noise of a ratio', () => {
  const spread = { median: 1, p10: 0.8, p90: 1.2 };

  it('should grow with the spread, and shrink with the rounds', () => {
    expect(noiseOf({ median: 1, p10: 0.6, p90: 1.4 }, 5)).toBeCloseTo(2 * noiseOf(spread, 5));
    expect(noiseOf(spread, 20)).toBeCloseTo(noiseOf(spread, 5) / 2);
  });

  it('should never be nothing', () => {
    expect(noiseOf({ median: 1, p10: 1, p90: 1 }, 5)).toBe(0.03);
  });
});
