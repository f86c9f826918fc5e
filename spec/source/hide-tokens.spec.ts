import { describe, expect, it } from '@jest/globals';
import { hideTokens } from '../../src/source/index.ts';

describe('hideTokens', () => {
  it('should hide each word of 20 characters or more, and no shorter one', () => {
    const long = 'x'.repeat(20);

    expect(hideTokens(`a ${long} "${long}.${long}" ${long.slice(1)}`)).toBe(
      `a (not shown) "(not shown)" ${long.slice(1)}`,
    );
  });
});
