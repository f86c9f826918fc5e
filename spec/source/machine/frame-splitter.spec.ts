import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { ProtocolError } from '../../../src/objects/index.ts';
import { createFrameSplitter } from '../../../src/source/machine/frame-splitter.ts';
import { bordersOf, chunksOf } from '../json-text.ts';

const decoder = new TextDecoder();

function framesOf(chunks: readonly Uint8Array[], maxBytes = 1_000): string[] {
  const splitter = createFrameSplitter(maxBytes, false);
  return chunks.flatMap((chunk) => Array.from(splitter.split(chunk), (frame) => decoder.decode(frame)));
}

const failure = (run: () => unknown): ProtocolError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
  }
  throw new Error('no ProtocolError was thrown');
};

describe('frame splitter', () => {
  it('should return the lines of a text, for any chunks (PF1)', () => {
    const lines = fc.array(
      fc.string({ unit: 'grapheme', maxLength: 30 }).map((line) => line.replaceAll('\n', ' ')),
    );
    const cut = lines.chain((all) => {
      const text = all.map((line) => `${line}\n`).join('');
      return fc.tuple(fc.constant(all), fc.constant(text), bordersOf(new TextEncoder().encode(text).length));
    });

    fc.assert(
      fc.property(cut, ([all, text, borders]) => {
        expect(framesOf(chunksOf(text, borders))).toEqual(all);
      }),
    );
  });

  it('should not return an incomplete line', () => {
    expect(framesOf(chunksOf('\n\na\n\nb', [1]))).toEqual(['', '', 'a', '']);
  });

  it('should return empty lines, so that the caller can yield to the event loop between them', () => {
    expect(framesOf(chunksOf('\n\na\n\nb\n', []))).toEqual(['', '', 'a', '', 'b']);
  });

  it('should not split at U+2028 or at a carriage return', () => {
    expect(framesOf(chunksOf('a\u2028b\rc\n', [2]))).toEqual(['a\u2028b\rc']);
  });

  it('should join a line of 6 MB from chunks of 1 KB without rereading them (PF1)', () => {
    const pieces = [
      ...Array.from({ length: 6_000 }, () => new Uint8Array(1_000).fill(97)),
      Uint8Array.of(10),
    ];

    const [frame] = framesOf(pieces, 7_000_000);

    expect(frame).toHaveLength(6_000_000);
  });

  it('should return the next line unchanged after a long one', () => {
    const splitter = createFrameSplitter(1_000_000, false);
    const read = (text: string): string[] =>
      Array.from(splitter.split(new TextEncoder().encode(text)), (frame) => decoder.decode(frame));

    expect(read('x'.repeat(300_000))).toEqual([]);
    expect(read('\na')).toEqual(['x'.repeat(300_000)]);
    expect(read('b\n')).toEqual(['ab']);
  });

  it.each([
    ['in one chunk', ['12345\n']],
    ['before it ends', ['12345', '\n']],
    ['with its last piece', ['123', '45\n']],
    ['byte by byte', Array.from('12345\n')],
    ['again each time', ['12345', '\n12345\n123', '45\n']],
  ])('should accept a line of the maximum length, %s', (_, texts) => {
    const lines = texts.join('').split('\n').slice(0, -1);

    expect(
      framesOf(
        texts.map((text) => new TextEncoder().encode(text)),
        5,
      ),
    ).toEqual(lines);
  });

  it.each([
    ['in one chunk', ['123456\n']],
    ['before it ends', ['123', '456']],
    ['with its last piece', ['123', '456\n']],
  ])('should fail for a line above the limit, %s', (_, texts) => {
    const chunks = texts.map((text) => new TextEncoder().encode(text));

    const error = failure(() => framesOf(chunks, 5));

    expect(error.message).toContain('longer than 5 bytes; raise maxFrameBytes');
    expect(error.excerpt).toBe(texts[0]?.replace('\n', ''));
    expect(error.failure).toBe('transient');
    expect(framesOf([new TextEncoder().encode('12345\n')], 5)).toEqual(['12345']);
  });

  it('should not copy a line that is complete in one chunk (PF21)', () => {
    const chunk = new TextEncoder().encode('ab\ncd\n');
    const frames = [...createFrameSplitter(10, false).split(chunk)];

    expect(frames.map((frame) => frame.buffer === chunk.buffer)).toEqual([true, true]);
  });

  it.each([
    [10, true],
    [262_144, true],
    [262_145, false],
  ])('should reuse the buffer of a line of %i bytes: %s', (length, isKept) => {
    const splitter = createFrameSplitter(1_000_000, false);
    const bufferOf = (size: number): unknown => {
      const pieces = [new Uint8Array(size).fill(97), Uint8Array.of(10)];
      return pieces.flatMap((piece) => [...splitter.split(piece)])[0]?.buffer;
    };

    expect(bufferOf(length) === bufferOf(5)).toBe(isKept);
  });

  it('should show at most 200 characters, and nothing of a Secret', () => {
    const long = new Uint8Array(1_000).fill(120);
    const excerptWhen = (confidential: boolean): string =>
      failure(() => [...createFrameSplitter(500, confidential).split(long)]).excerpt;

    expect(excerptWhen(false)).toBe('x'.repeat(200));
    expect(excerptWhen(true)).toBe('');
  });
});
