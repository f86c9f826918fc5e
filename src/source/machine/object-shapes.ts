/**
 * The shapes of objects that JSON has had: their keys in their order. V8 makes a hidden class for each key of an object of a
 * new shape; an object of a known shape has the classes that are there.
 */
export interface ObjectShapes {
  /** The hash of an object without keys. It differs each time, so that no server can choose shapes that count as one. */
  readonly seed: number;
  /** Keys of the objects of a new shape, a few too few at most: shapes of equal hash count once. */
  keys: number;
  /** A bit for each hash that was there. */
  readonly seen: Uint32Array;
}

/** @param words - 32 shapes each; several times as much room as shapes are expected */
export function createObjectShapes(words: number): ObjectShapes {
  return { seed: Math.floor(Math.random() * 4_294_967_296) | 0, keys: 0, seen: new Uint32Array(words) };
}

/**
 * The hash of an object with one key more, which stands between two indices, as it is written, and has a quote behind it.
 *
 * FNV-1a, and a shift after each byte. Without the shift the low bits of the hash depend on the low bits of the seed alone, so
 * that a server could choose shapes that are alike for one seed in 256.
 */
export function withKey(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let next = hash;
  // The quote too: `{"a":1,"b":1}` has another shape than `{"ab":1}`.
  for (let i = from; i <= to; i++) {
    next = Math.imul(next ^ (bytes[i] ?? 0), 0x01000193);
    next ^= next >>> 15;
  }
  return next;
}

/** As `withKey`, of a key that was parsed. Its hashes are others. */
export function withName(hash: number, name: string): number {
  let next = hash;
  for (let at = 0; at <= name.length; at++) {
    next = Math.imul(next ^ (at < name.length ? name.charCodeAt(at) : endOfName), 0x01000193);
    next ^= next >>> 15;
  }
  return next;
}

/** No character has this number. A parsed key may hold a quote, which ends a key in JSON. */
const endOfName = 0x10000;

/** An object has ended. One that has the first keys of another is a new shape: V8 begins by the number of keys. */
export function addShape(shapes: ObjectShapes, hash: number, size: number): void {
  const { seen } = shapes;
  const product = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  const slot = product ^ (product >>> 12);
  const at = (slot >>> 5) % seen.length;
  const bit = 1 << (slot & 31);
  const word = seen[at] ?? 0;
  if ((word & bit) !== 0) return;
  seen[at] = word | bit;
  shapes.keys += size;
}
