import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { jsonLine, jsonPieces, oneLine, withoutControls } from '../../../src/cli/lines/one-line.ts';

const steering = ['\u001b', '\u0007', '\u007f', '\u009b', '\u061c', '\u200f', '\u202e', '\u2066'];

describe('oneLine', () => {
  it('should remove control characters, bidirectional marks and line ends', () => {
    for (const one of steering) expect(oneLine(`a${one}b`)).toBe('a b');
    expect(oneLine('a\r\n\t b\u2028c')).toBe('a b c');
    expect(oneLine('é 日本 🙂 שלום')).toBe('é 日本 🙂 שלום');
  });
});

describe('withoutControls', () => {
  it('should keep blanks and line feeds', () => {
    for (const one of steering) expect(withoutControls(`a\n\tb${one}`)).toBe('a\n\tb ');
  });

  it('should keep no line end but the line feed', () => {
    expect(withoutControls('a\u0085b\u2028c\u2029d\re')).toBe('a b c d e');
  });
});

describe('jsonLine', () => {
  it('should print equal JSON without control characters', () => {
    expect(jsonLine('"a\u0085b\u2028c\u2029"')).toBe('"a\\u0085b\\u2028c\\u2029"');
    const text = steering.join('é');
    const line = jsonLine(JSON.stringify({ text }));

    expect(line).toBe('{"text":"\\u001bé\\u0007é\\u007fé\\u009bé\\u061cé\\u200fé\\u202eé\\u2066"}');
    expect(JSON.parse(line)).toEqual({ text });
  });

  it('should escape every such character, even millions of them', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');
    expect(JSON.parse(jsonLine(JSON.stringify(all)))).toBe(all);
    expect(oneLine(jsonLine(JSON.stringify(all))).replace(/\s/g, '')).toBe(
      jsonLine(JSON.stringify(all)).replace(/\s/g, ''),
    );

    const many = jsonLine(JSON.stringify('\u009b'.repeat(2_000_000)));
    expect(many).toHaveLength(6 * 2_000_000 + 2);
  });
});

describe('jsonPieces', () => {
  it('should print the same line in pieces that split no character', () => {
    for (const before of ['', 'x']) {
      const json = JSON.stringify(`${before}${'🙂\u009b'.repeat(100_000)}`);
      const pieces = [...jsonPieces(json)];

      expect(pieces.join('')).toBe(jsonLine(json));
      expect(pieces.length).toBeGreaterThan(4);
      expect(pieces.every((piece) => Buffer.from(piece).toString() === piece)).toBe(true);
    }
  });
});
