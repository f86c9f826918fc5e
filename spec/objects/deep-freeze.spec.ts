import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { deepFreeze } from '../../src/objects/deep-freeze.ts';

const allFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(allFrozen));

describe('deepFreeze', () => {
  it('should freeze any JSON value in place (PF5, G11)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const frozen = deepFreeze(value);

        expect(frozen).toBe(value);
        expect(allFrozen(frozen)).toBe(true);
        expect(JSON.stringify(frozen)).toBe(text);
      }),
    );
  });

  it('should not overflow the stack on a hostile depth', () => {
    let value: { inner?: unknown } = {};
    const deepest = value;
    for (let depth = 0; depth < 200_000; depth++) value = { inner: value };

    deepFreeze(value);

    expect(Object.isFrozen(deepest)).toBe(true);
  });

  it('should not walk what is frozen already', () => {
    const inner = { free: true };

    deepFreeze(Object.freeze({ inner }));

    expect(Object.isFrozen(inner)).toBe(false);
  });
});
