import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { fc } from '../support/properties.ts';
import { escapeFieldValue, fieldSelector, unescapeFieldValue } from '../../src/objects/index.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('fieldSelector', () => {
  it.each([
    ['metadata.name=a', 'metadata.name=a'],
    ['metadata.name==a', 'metadata.name=a'],
    ['z=1,a!=2,m=3', 'a!=2,m=3,z=1'],
    ['a=b,,', 'a=b'],
    ['', ''],
    ['=', ''],
    ['x= a ', 'x= a '],
    ['x=a\\,b\\=c\\\\d', 'x=a\\,b\\=c\\\\d'],
    ['a\\,b=c', 'a\\,b=c'],
    ['x=!', 'x=!'],
    ['x=\uffee,x=🙂', 'x=\uffee,x=🙂'],
  ])('should print %j as Go does (correction 9)', (text, printed) => {
    expect(String(fieldSelector(text))).toBe(printed);
  });

  it('should compare values as strings, and an absent value as the empty string (P99)', () => {
    const scheduled = { 'metadata.name': 'web', 'spec.nodeName': 'n1' };
    const waiting = { 'metadata.name': 'web' };

    expect([scheduled, waiting].map((fields) => fieldSelector('spec.nodeName=').matches(fields))).toEqual([
      false,
      true,
    ]);
    expect([scheduled, waiting].map((fields) => fieldSelector('spec.nodeName!=n1').matches(fields))).toEqual([
      false,
      true,
    ]);
    expect(fieldSelector('metadata.name=web,spec.nodeName=n1').matches(scheduled)).toBe(true);
    expect(fieldSelector('metadata.name=web,spec.nodeName=n1').matches(waiting)).toBe(false);
  });

  it('should not match properties that every object inherits', () => {
    expect(fieldSelector('constructor=').matches({})).toBe(true);
  });

  it('should expose its requirements', () => {
    expect(fieldSelector('b!=x\\,y,a==1').requirements).toEqual([
      { field: 'a', operator: '=', value: '1' },
      { field: 'b', operator: '!=', value: 'x,y' },
    ]);
  });

  it('should match any value that is escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        const selector = fieldSelector(`x=${escapeFieldValue(value)},y!=${escapeFieldValue(value)}`);

        expect(selector.matches({ x: value, y: `${value}.` })).toBe(true);
        expect(selector.matches({ x: `${value}.` })).toBe(false);
        expect(String(fieldSelector(String(selector)))).toBe(String(selector));
      }),
    );
  });

  it.each([
    ['metadata.name', '             ^', 'expected one of = == != and a value'],
    ['a=b,c', '     ^', 'expected one of = == != and a value'],
    ['a in (b)', '        ^', 'expected one of = == != and a value'],
    ['a=b=c', '   ^', 'expected a backslash before ='],
    ['z=1,a=b==c', '       ^', 'expected a backslash before ='],
    ['a=b\\c', '   ^', 'a backslash stands before'],
    ['a=b\\', '   ^', 'a backslash stands before'],
  ])('should refuse %j and point at the position', (text, caret, problem) => {
    expect(() => fieldSelector(text)).toThrow(OptionsError);
    expect(() => fieldSelector(text)).toThrow(`at ${caret.length}: ${problem}`);
    expect(() => fieldSelector(text)).toThrow(`\n    ${text}\n    ${caret}`);
  });

  it('should refuse a value that is not a string', () => {
    expect(() => fieldSelector(undefined as never)).toThrow('fieldSelector must be a string, not undefined');
  });
});

describe('escapeFieldValue', () => {
  it.each([
    ['a', 'a'],
    ['a,b=c', 'a\\,b\\=c'],
    ['a\\b', 'a\\\\b'],
    ['\\,', '\\\\\\,'],
  ])('should write %j as %j', (value, escaped) => {
    expect(escapeFieldValue(value)).toBe(escaped);
  });

  it('should be reversed by unescapeFieldValue', () => {
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
