import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { isJson } from '../../../../src/store/machine/compact/is-json.ts';

describe('isJson', () => {
  it('should say yes to whatever JSON gives', () => {
    fc.assert(fc.property(fc.json(), (text) => isJson(JSON.parse(text.replaceAll('-0', '0')))));
  });

  it('should say yes only to what comes back as it was', () => {
    const anything = fc.anything({ withDate: true, withMap: true, withBigInt: true, withSparseArray: true });
    fc.assert(
      fc.property(anything, (value) => {
        if (isJson(value)) expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
  });

  it('should take a member that is undefined for an absent one, and only a member', () => {
    expect(isJson({ a: undefined, b: [{ c: undefined }] })).toBe(true);
    expect([[undefined], { a: [undefined] }, undefined].map(isJson)).toEqual([false, false, false]);
  });

  it('should say no to what never ends', () => {
    const cycle: unknown[] = [];
    cycle.push([cycle]);

    expect(isJson(cycle)).toBe(false);
  });
});
