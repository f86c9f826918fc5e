import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { backoffDelay, defaultBackoff } from '../../../src/reflector/machine/backoff.ts';

describe('backoffDelay', () => {
  const delays = (random: number, backoff = defaultBackoff): number[] =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => backoffDelay(attempt, backoff, () => random));

  it('should double from 0.8 s up to 30 s (B32)', () => {
    expect(delays(0)).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('should add jitter only upward, to less than twice the step', () => {
    expect(delays(0.5)).toEqual([1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 45_000, 45_000]);
  });

  it('should use the given parameters (B43)', () => {
    expect(delays(0, { ...defaultBackoff, initial: 10, max: 100, factor: 2 }).slice(0, 5)).toEqual([
      10, 20, 40, 80, 100,
    ]);
  });

  it('should never exceed the maximum of a timer', () => {
    const long = { ...defaultBackoff, initial: 2_147_483_647, max: 2_147_483_647 };

    expect(backoffDelay(1, long, () => 0.9)).toBe(2_147_483_647);
  });

  it('should stay finite for any attempt', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const delay = backoffDelay(attempt, defaultBackoff, () => random);

          expect(delay).toBeGreaterThanOrEqual(800);
          expect(delay).toBeLessThan(60_000);
        },
      ),
    );
  });
});
