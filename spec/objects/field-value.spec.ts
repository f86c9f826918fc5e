import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { fc } from '../support/properties.ts';
import { escapeFieldValue, unescapeFieldValue } from '../../src/objects/index.ts';

describe('escapeFieldValue', () => {
  it.each([
    ['a', 'a'],
    ['a,b=c', 'a\\,b\\=c'],
    ['a\\b', 'a\\\\b'],
    ['\\,', '\\\\\\,'],
  ])('should write %j as %j', (value, escaped) => {
    expect(escapeFieldValue(value)).toBe(escaped);
  });

  it('should be undone', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\\', ',', '=', 'a', '🙂') }), (value) => {
        expect(unescapeFieldValue(escapeFieldValue(value))).toBe(value);
      }),
    );
  });
});

describe('unescapeFieldValue', () => {
  it.each([
    ['a,b', 'at 2: expected a backslash before ,'],
    ['=', 'at 1: expected a backslash before ='],
    ['a\\b', 'at 2: a backslash stands before a backslash, a comma or an equals sign'],
    ['\\\\\\', 'at 3: a backslash stands before a backslash, a comma or an equals sign'],
  ])('should refuse %j', (text, message) => {
    expect(() => unescapeFieldValue(text)).toThrow(OptionsError);
    expect(() => unescapeFieldValue(text)).toThrow(message);
  });
});
