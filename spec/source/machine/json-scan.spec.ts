import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import {
  bytesOf,
  endOfContainer,
  skipBlanks,
  startsWith,
  valueOfKey,
} from '../../../src/source/machine/json-scan.ts';
import { jsonText, objectText } from '../json-text.ts';

const encoder = new TextEncoder();
const at = (text: string, key: string): number => {
  const bytes = encoder.encode(text);
  return valueOfKey(bytes, 0, bytes.length, bytesOf(key));
};

describe('valueOfKey', () => {
  it.each([
    ['{"a":1,"b":2}', 'b', 11],
    ['{"a":{"b":1},"b":2}', 'b', 17],
    ['{"a":["b",{"b":1}],"b":2}', 'b', 23],
    ['{"a":"b","b":  2}', 'b', 15],
    ['{"x":"\\"b\\":","b":2}', 'b', 18],
    ['{"a":1}', 'b', -1],
    ['{"a":1},"b":2', 'b', -1],
    ['{"b" :1}', 'b', -1],
    ['{"ab":1,"ba":2}', 'b', -1],
    ['{"a":"b"', 'b', -1],
    ['{"b":', 'b', -1],
    ['{"b"', 'b', -1],
  ])('should find in %s the value of %s at %d', (text, key, expected) => {
    expect(at(text, key)).toBe(expected);
  });
});

describe('endOfContainer', () => {
  it('should return the end of the value, and no earlier position', () => {
    fc.assert(
      fc.property(objectText, jsonText, (text, behind) => {
        const value = encoder.encode(text);
        const bytes = encoder.encode(`${text},${behind}`);

        expect(endOfContainer(bytes, 0, bytes.length)).toBe(value.length);
        expect(endOfContainer(bytes, 0, value.length - 1)).toBe(-1);
      }),
    );
  });
});

describe('skipBlanks', () => {
  it('should skip JSON white space only', () => {
    const bytes = encoder.encode(' \t\r\n\u00a0x');

    expect(skipBlanks(bytes, 0, bytes.length)).toBe(4);
    expect(skipBlanks(bytes, 0, 2)).toBe(2);
  });
});

describe('startsWith', () => {
  it('should compare only the bytes up to the end', () => {
    expect(startsWith(bytesOf('abc'), 1, bytesOf('bc'))).toBe(true);
    expect(startsWith(bytesOf('abc'), 2, bytesOf('cd'))).toBe(false);
  });
});
