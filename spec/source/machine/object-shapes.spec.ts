import { describe, expect, it } from '@jest/globals';
import { addShape, createObjectShapes, withKey } from '../../../src/source/machine/object-shapes.ts';

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Adds an object for each name. The object has only this key. Returns the number of different keys. */
function keysOf(names: readonly string[], seed: number): number {
  const shapes = { ...createObjectShapes(4_096), seed };
  for (const name of names) {
    const bytes = encoded(`${name}"`);
    addShape(shapes, withKey(shapes.seed, bytes, 0, name.length), 1);
  }
  return shapes.keys;
}

/** Computes the hash FNV-1a. The low byte of its state depends only on the previous low byte and the text. */
const fnv = (text: string, seed: number): number =>
  [...encoded(`${text}"`)].reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), seed);

/** Returns two names of equal length that have equal FNV-1a hashes for each seed with this low byte. */
function collidingForFnv(lowByte: number): readonly [string, string] {
  const known = new Map<number, string>();
  for (let nth = 0; ; nth++) {
    const name = nth.toString(36).padStart(6, '0');
    const hash = fnv(name, lowByte);
    const other = known.get(hash);
    if (other !== undefined) return [other, name];
    known.set(hash, name);
  }
}

describe('object shapes', () => {
  const seeds = Array.from({ length: 64 }, (_, nth) => Math.imul(nth + 1, 0x9e3779b1) << 8);

  it('should count names separately that a server chose to collide for most seeds', () => {
    const [first, second] = collidingForFnv(0);
    expect(seeds.filter((seed) => fnv(first, seed) === fnv(second, seed))).toEqual(seeds);

    expect(seeds.filter((seed) => keysOf([first, second], seed) < 2)).toEqual([]);
  });

  it('should count most of many names, each once', () => {
    const names = Array.from({ length: 10_000 }, (_, nth) => `name-${nth}`);

    for (const seed of seeds.slice(0, 8)) {
      const keys = keysOf(names, seed);
      expect(keys).toBeGreaterThan(9_000);
      expect(keys).toBeLessThanOrEqual(10_000);
      expect(keysOf([...names, ...names], seed)).toBe(keys);
    }
  });

  it('should distinguish keys by their ends', () => {
    const shapes = createObjectShapes(64);
    const two = encoded('a":1,"b"');

    addShape(shapes, withKey(withKey(shapes.seed, two, 0, 1), two, 6, 7), 2);
    addShape(shapes, withKey(shapes.seed, encoded('ab"'), 0, 2), 1);
    expect(shapes.keys).toBe(3);
  });
});
