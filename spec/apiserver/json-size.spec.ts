import { describe, expect, it } from '@jest/globals';
import { parsedText } from '../../src/apiserver/json-size.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('parsedText', () => {
  it('should parse JSON', () => {
    expect(parsedText('{"a":[1]}')).toEqual({ a: [1] });
    expect(parsedText(nested(500))).toEqual(JSON.parse(nested(500)));
  });

  it('should return undefined for text that is not JSON, or is nested too deeply for a body', () => {
    expect(parsedText('{')).toBeUndefined();
    expect(parsedText(nested(502))).toBeUndefined();
    expect(parsedText(nested(30_000))).toBeUndefined();
  });
});
