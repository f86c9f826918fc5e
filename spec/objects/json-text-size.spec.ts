import { describe, expect, it } from '@jest/globals';
import { deepestJson, textOversize } from '../../src/objects/json-text-size.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('textOversize', () => {
  it.each(['{"a":1}', '[]', '', 'no JSON', '["[[[,,,{{{"]', '["\\"[[,,["]'])('should let %s pass', (text) => {
    expect(textOversize(text, 2)).toBeUndefined();
  });

  it('should refuse more commas or more brackets than the bound', () => {
    expect(textOversize('[1,2,3]', 3)).toBeUndefined();
    expect(textOversize('[1,2,3,4]', 3)).toBe('too many');
    expect(textOversize('[[][][]]', 3)).toBe('too many');
  });

  it('should refuse more levels than the bound', () => {
    expect(textOversize(nested(deepestJson + 1), 10_000)).toBeUndefined();
    expect(textOversize(nested(deepestJson + 2), 10_000)).toBe('too deep');
    expect(textOversize('['.repeat(60_000_000), 10_000)).toBe('too deep');
  });
});
