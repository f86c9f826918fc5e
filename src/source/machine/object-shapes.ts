/**
 * The shapes of the objects in some JSON: their keys in order. V8 makes a hidden class for each key of an object of a new shape. An
 * object of a known shape uses the existing classes.
 */
export interface ObjectShapes {
  /** The hash of an object without keys. It is random, so that no server can choose different shapes with one hash. */
  readonly seed: number;
  /** The number of keys of all shapes. It can be a little too low, because shapes of equal hash count once. */
  keys: number;
  /** A bit for each hash. */
  readonly seen: Uint32Array;
}

/** @param words - 32 bits each; give several times as many bits as there can be shapes */
export function createObjectShapes(words: number): ObjectShapes {
  return { seed: Math.floor(Math.random() * 4_294_967_296) | 0, keys: 0, seen: new Uint32Array(words) };
}

/**
 * Adds a key to the hash of an object. The key is between two indices of the JSON, unparsed, and a quote follows it.
 *
 * It is FNV-1a with a shift after each byte. Without the shift the low bits of the hash depend on the low bits of the seed only, and
 * a server could choose shapes with equal hashes for one seed in 256.
 */
export function withKey(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let next = hash;
  // Includes the quote: `{"a":1,"b":1}` has another shape than `{"ab":1}`.
  for (let i = from; i <= to; i++) {
    next = Math.imul(next ^ (bytes[i] ?? 0), 0x01000193);
    next ^= next >>> 15;
  }
  return next;
}

/** Adds a parsed key to a hash. The result differs from the one of `withKey`. */
export function withName(hash: number, name: string): number {
  let next = hash;
  for (let at = 0; at <= name.length; at++) {
    next = Math.imul(next ^ (at < name.length ? name.charCodeAt(at) : endOfName), 0x01000193);
    next ^= next >>> 15;
  }
  return next;
}

/** Not a character code. A quote cannot end the name, because a parsed key can contain one. */
const endOfName = 0x10000;

/** Adds the shape of a complete object. An object with only the first keys of another has a new shape: V8 starts from the number of keys. */
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
