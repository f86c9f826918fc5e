import { describe, expect, it } from '@jest/globals';
import { joined, jsonParts, PieceGatherer } from '../../../src/apiserver/discovery/document-pieces.ts';

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
  it('should join small parts, and let others have their turn behind each of them', () => {
    expect(sizesOf(joined(bytes(10, 65_526, 70_000, 5)))).toEqual([undefined, 65_536, 70_000, undefined, 5]);
  });

  it('should join nothing to nothing', () => {
    expect(sizesOf(joined([]))).toEqual([]);
  });
});

describe('PieceGatherer', () => {
  it('should keep pieces up to a size, and pass all of them on', () => {
    const kept: (readonly Uint8Array[])[] = [];
    const keep = (all: readonly Uint8Array[]): void => void kept.push(all);
    const gatherer = new PieceGatherer(30);

    expect(sizesOf(gatherer.gather([...bytes(10), undefined, ...bytes(20)], keep))).toEqual([
      10,
      undefined,
      20,
    ]);
    expect(sizesOf(gatherer.gather(bytes(10, 21, 1), keep))).toEqual([10, 21, 1]);

    expect(kept.map(sizesOf)).toEqual([[10, 20]]);
  });

  it('should keep nothing of a document that is not read to its end', () => {
    const keep = (): void => {
      throw new Error('kept');
    };

    expect(new PieceGatherer().gather(bytes(1, 2), keep).next().value).toHaveLength(1);
  });

  it('should gather the document that began last', () => {
    const kept: string[] = [];
    const gatherer = new PieceGatherer();
    const [first, second] = ['first', 'second'].map((name) =>
      gatherer.gather(bytes(1, 2), () => void kept.push(name)),
    );
    first?.next();
    second?.next();

    expect([first, second].map((rest) => sizesOf(rest ?? []))).toEqual([[2], [2]]);
    expect(kept).toEqual(['second']);
  });
});
