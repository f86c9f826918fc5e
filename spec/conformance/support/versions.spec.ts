import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { grow, isAfter } from './versions.ts';

describe('resource versions of the checks', () => {
  it('should be ordered as numbers, for any length', () => {
    const version = fc.bigInt({ min: 1n, max: 10n ** 40n });
    fc.assert(
      fc.property(version, version, (one, other) => {
        expect(isAfter(String(one), String(other))).toBe(one > other);
      }),
    );
  });

  it('should not count as increasing if two are equal or one decreases', () => {
    expect(grow(['9', '10', '100'])).toBe(true);
    expect(grow(['9', '9'])).toBe(false);
    expect(grow(['10', '9'])).toBe(false);
  });
});
