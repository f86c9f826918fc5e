import { describe, expect, it } from '@jest/globals';
import { shortened, shownValue, shownWords } from '../../../src/apiserver/status/shown-value.ts';
import { fc } from '../../support/properties.ts';

describe('shownValue', () => {
  it('should print a value as JSON.stringify does, with at most 1,000 characters', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { minLength: 20, maxLength: 50 })),
        (value) => {
          const whole = JSON.stringify(value);
          const cut =
            whole.length > 1_000 ? `${whole.slice(0, 1_000).replace(/[\uD800-\uDBFF]$/, '')}…` : whole;

          expect(shownValue(value)).toBe(cut);
        },
      ),
    );
  });

  it('should print a string of 1,000 characters completely, and cut a longer one between two characters', () => {
    expect(shownValue('x'.repeat(998))).toBe(`"${'x'.repeat(998)}"`);
    expect(shownValue('x'.repeat(999))).toBe(`"${'x'.repeat(999)}…`);
    expect(shownValue(`${'x'.repeat(998)}\u{1F600}`)).toBe(`"${'x'.repeat(998)}…`);
  });

  it('should omit members without a value, and print an item without a value as null', () => {
    expect(shownValue({ a: undefined, b: [undefined, null, true, 1.5] })).toBe('{"b":[null,null,true,1.5]}');
    expect(shownValue({ a: undefined })).toBe('{}');
    expect(shownValue(undefined)).toBe('undefined');
  });

  it('should read only the printed part of a value', () => {
    let reads = 0;
    const value = new Proxy(
      Array.from({ length: 100_000 }, () => 'x'),
      { get: (target, name, receiver) => (reads++, Reflect.get(target, name, receiver) as unknown) },
    );

    expect(shownValue(value)).toHaveLength(1_001);
    expect(reads).toBeLessThan(2_000);
  });
});

describe('shortened', () => {
  it('should cut a longer string between two characters', () => {
    expect(shortened('x'.repeat(1_000))).toBe('x'.repeat(1_000));
    expect(shortened('x'.repeat(1_001))).toBe(`${'x'.repeat(1_000)}…`);
    expect(shortened('ab\u{1F600}c', 3)).toBe('ab…');
  });
});

describe('shownWords', () => {
  it('should print words as strings, with at most 5,000 characters', () => {
    expect(shownWords([], ', ')).toBe('');
    expect(shownWords(['a', '', 'b"'], ', ')).toBe('"a", "", "b\\""');
    expect(shownWords(['x'.repeat(100_000)], ' ')).toBe(`"${'x'.repeat(4_999)}…`);
  });

  it('should read only the printed words', () => {
    let reads = 0;
    function* words(): Generator<string> {
      for (;;) {
        reads++;
        yield 'word';
      }
    }

    expect(shownWords(words(), ' ')).toHaveLength(5_001);
    expect(reads).toBeLessThan(1_000);
  });
});
