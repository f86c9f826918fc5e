import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { deepFreeze, deepFreezeMembers } from '../../src/objects/deep-freeze.ts';

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

  it('should not overflow the stack on a deeply nested value', () => {
    let value: { inner?: unknown } = {};
    const deepest = value;
    for (let depth = 0; depth < 200_000; depth++) value = { inner: value };

    deepFreeze(value);

    expect(Object.isFrozen(deepest)).toBe(true);
  });

  it('should skip objects that are already frozen', () => {
    const inner = { free: true };

    deepFreeze(Object.freeze({ inner }));

    expect(Object.isFrozen(inner)).toBe(false);
  });
});

describe('deepFreezeMembers', () => {
  it('should freeze the members of a frozen object', () => {
    const list = [{ inner: {} }];
    const value = Object.freeze({ list });

    expect(deepFreezeMembers(value)).toBe(value);
    expect(allFrozen(value)).toBe(true);
  });

  it('should skip byte arrays, which cannot be frozen', () => {
    const bytes = new Uint8Array(2);
    deepFreezeMembers({ bytes, more: [bytes] });

    expect(Object.isFrozen(bytes)).toBe(false);
  });

  it('should freeze all members of a deeply nested value', () => {
    const bytes = new Uint8Array(1);
    const inner = { list: [{ a: 1 }, null, 'text', bytes] };
    let value: object = inner;
    for (let depth = 0; depth < 3_000; depth++) value = depth % 2 === 0 ? [value] : { value };
    deepFreezeMembers(value);

    expect(Object.isFrozen(inner.list[0])).toBe(true);
    expect(Object.isFrozen(inner.list)).toBe(true);
  });
});
