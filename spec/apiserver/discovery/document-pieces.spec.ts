import { describe, expect, it } from '@jest/globals';
import { joined, jsonParts, KeptDocument } from '../../../src/apiserver/discovery/document-pieces.ts';

const bytes = (...sizes: readonly number[]): readonly Uint8Array[] =>
  sizes.map((size) => new Uint8Array(size));
const sizesOf = (pieces: Iterable<Uint8Array | undefined>): readonly (number | undefined)[] =>
  [...pieces].map((piece) => piece?.length);

describe('jsonParts', () => {
  it('should write a document member by member', () => {
    const sections = [
      { names: ['paths'], members: [] },
      {
        names: ['components', 'schemas'],
        members: [
          ['A', { type: 'object' }],
          ['"', 1],
        ] as const,
      },
    ];

    const parts = [...jsonParts({ openapi: '3.0.0' }, sections)];

    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({
      openapi: '3.0.0',
      paths: {},
      components: { schemas: { A: { type: 'object' }, '"': 1 } },
    });
    expect(parts.filter((part) => Buffer.from(part).includes('object'))).toHaveLength(1);
  });
});

describe('joined', () => {
  it('should join small parts, and yield after each of them', () => {
    expect(sizesOf(joined(bytes(10, 65_526, 70_000, 5)))).toEqual([undefined, 65_536, 70_000, undefined, 5]);
  });

  it('should join no parts to an empty result', () => {
    expect(sizesOf(joined([]))).toEqual([]);
  });
});

describe('KeptDocument', () => {
  /** Creates a document that consists of these pieces. Counts how often the pieces were made. */
  function documentOf(pieces: readonly (Uint8Array | undefined)[], most?: number) {
    const made = { times: 0 };
    const document = new KeptDocument(() => {
      made.times++;
      return pieces;
    }, most);
    const read = (): readonly (number | undefined)[] => sizesOf({ [Symbol.iterator]: () => document.read() });
    return { document, made, read };
  }
  const rest = (reader: Iterator<Uint8Array | undefined, unknown>): readonly (number | undefined)[] =>
    sizesOf({ [Symbol.iterator]: () => reader });

  it('should be made once for sequential readers', () => {
    const { made, read } = documentOf([...bytes(10), undefined, ...bytes(20)], 30);

    expect([read(), read(), read()]).toEqual([
      [10, undefined, 20],
      [10, 20],
      [10, 20],
    ]);
    expect(made.times).toBe(1);
  });

  it('should be made each time if it is too large to be kept', () => {
    const { made, read } = documentOf(bytes(10, 21, 1), 31);

    expect([read(), read()]).toEqual([
      [10, 21, 1],
      [10, 21, 1],
    ]);
    expect(made.times).toBe(2);
  });

  it('should be kept if each reader begins before the previous one has ended', () => {
    const { document, made } = documentOf(bytes(1, 2, 3));
    const readers: Iterator<Uint8Array | undefined, unknown>[] = [];
    for (let nth = 0; nth < 20; nth++) {
      readers.push(document.read());
      for (const reader of readers) reader.next();
    }

    expect(made.times).toBeLessThan(6);
  });

  it('should be kept if an aborted reader had begun first', () => {
    const { document, made, read } = documentOf(bytes(1, 2));
    document.read().next();
    for (let nth = 0; nth < 20; nth++) read();

    expect(made.times).toBeLessThan(5);
  });

  it('should be collected by one reader at a time', () => {
    const { document } = documentOf(bytes(1, 2));
    const readers = Array.from({ length: 10 }, () => document.read());
    for (const reader of readers) reader.next();
    const ends = readers.map(rest);

    expect(ends).toEqual(readers.map(() => [2]));
    expect(rest(document.read())).toEqual([1, 2]);
  });
});
