import { describe, expect, it } from '@jest/globals';
import { deepestJson, endOfString, textOversize } from '../../src/objects/json-text-size.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('textOversize', () => {
  it.each(['{"a":1}', '[]', '', 'no JSON', '["[[[,,,{{{"]', '["\\"[[,,["]'])('should accept %s', (text) => {
    expect(textOversize(text, 2)).toBeUndefined();
  });

  it('should refuse more commas or more brackets than the bound', () => {
    expect(textOversize('[1,2,3]', 3)).toBeUndefined();
    expect(textOversize('[1,2,3,4]', 3)).toBe('too many');
    expect(textOversize('[[][][]]', 3)).toBe('too many');
  });

  it('should count levels, not brackets', () => {
    expect(textOversize(`[${'[{}],'.repeat(100)}{}]`, 1_000, 2)).toBeUndefined();
    expect(textOversize(`[${'[{}],'.repeat(100)}{}]`, 1_000, 1)).toBe('too deep');
    expect(textOversize('{"a":{"b":{}}}', 1_000, 2)).toBeUndefined();
    expect(textOversize('{"a":{"b":{}}}', 1_000, 1)).toBe('too deep');
  });

  it('should accept exactly as many brackets as the bound allows', () => {
    expect(textOversize('[[][]]', 3)).toBeUndefined();
    expect(textOversize('{{}{}}', 2)).toBe('too many');
  });

  it('should refuse more levels than the bound', () => {
    expect(textOversize(nested(deepestJson + 1), 10_000)).toBeUndefined();
    expect(textOversize(nested(deepestJson + 2), 10_000)).toBe('too deep');
    expect(textOversize('['.repeat(60_000_000), 10_000)).toBe('too deep');
  });
});

describe('endOfString', () => {
  it.each([
    ['""', 0, 1],
    ['"a" "b"', 0, 2],
    ['"a" "b"', 4, 6],
    [String.raw`"a\"b"`, 0, 5],
    [String.raw`"a\\"`, 0, 4],
    [String.raw`"a\\\"b"`, 0, 7],
    [String.raw`"\"`, 0, 3],
    ['"a', 0, 2],
    ['"', 0, 1],
  ])('should find where the string ends in %s from %i', (text, start, end) => {
    expect(endOfString(text, start)).toBe(end);
  });
});
