import { describe, expect, it } from '@jest/globals';
import { Arena, segmentSize } from '../../../../src/store/machine/compact/arena.ts';

const record = (length: number): Uint8Array => new Uint8Array(length).fill(7);

describe('Arena', () => {
  it('should append records, and begin a new segment when one is full', () => {
    const arena = new Arena();
    const places = Array.from({ length: 17 }, () => arena.append(record(4_090), 0));

    expect(places.slice(0, 3).map(({ at }) => at)).toEqual([0, 4_096, 8_192]);
    expect(new Set(places.slice(0, 16).map(({ segment }) => segment)).size).toBe(1);
    expect(places[16]?.segment).not.toBe(places[15]?.segment);
    expect(places[16]?.at).toBe(0);
  });

  it('should give a large record a segment of its own, of the size of the record', () => {
    const arena = new Arena();
    const small = arena.append(record(8), 0);
    const large = arena.append(record(10_000), 0);

    expect(large.segment.bytes).toEqual(record(10_000));
    expect(arena.append(record(8), 0).segment).toBe(small.segment);
  });

  it('should not write into a closed segment', () => {
    const arena = new Arena();
    const before = arena.append(record(8), 0);
    arena.close();

    expect(arena.append(record(8), 0).segment).not.toBe(before.segment);
  });
});

describe('segmentSize', () => {
  it('should grow with the stored bytes, within its bounds', () => {
    expect([0, 1_000_000, 3_000_000, 1e9].map(segmentSize)).toEqual([65_536, 65_536, 262_144, 1_048_576]);
  });
});
