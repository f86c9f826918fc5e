/**
 * The shapes of the objects in one or several JSON texts. A shape is the ordered list of the keys of an
 * object. For each key of an object with a new shape, V8 creates a hidden class. An object with a known shape
 * uses the existing hidden classes.
 */
export interface ObjectShapes {
  /**
   * The hash of an object without keys. The value is random, so that a server cannot choose different shapes
   * with the same hash.
   */
  readonly seed: number;
  /** The number of keys of all shapes. The number can be a little too low, because shapes with equal hashes count once. */
  keys: number;
  /** A set of the known shapes, with one bit for each hash. */
  readonly seen: Uint32Array;
}

/**
 * Creates an empty set of shapes.
 *
 * @param words - the number of 32-bit words; the number of bits must be several times the number of possible
 * shapes
 */
export function createObjectShapes(words: number): ObjectShapes {
  return { seed: Math.floor(Math.random() * 4_294_967_296) | 0, keys: 0, seen: new Uint32Array(words) };
}

/**
 * Adds a key to the hash of an object. `from` and `to` are the indexes of the unparsed key in the JSON. At
 * `to` is the closing quote.
 *
 * The hash is FNV-1a with an additional shift after each byte. Without the shift, the low bits of the hash depend only on the low
 * bits of the seed. So a server could choose shapes with equal hashes for one seed in 256.
 */
export function withKey(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let next = hash;
  // The hash includes the closing quote, because `{"a":1,"b":1}` has another shape than `{"ab":1}`.
  for (let i = from; i <= to; i++) {
    next = Math.imul(next ^ (bytes[i] ?? 0), 0x01000193);
    next ^= next >>> 15;
  }
  return next;
}

/**
 * Adds a parsed key to the hash of an object. For the same key, the result differs from the result of
 * `withKey`.
 */
export function withName(hash: number, name: string): number {
  let next = hash;
  for (let at = 0; at <= name.length; at++) {
    next = Math.imul(next ^ (at < name.length ? name.charCodeAt(at) : endOfName), 0x01000193);
    next ^= next >>> 15;
  }
  return next;
}

/**
 * The number that ends a name in a hash. The number is not the code of a character. A quote cannot end the
 * name, because a parsed key can contain a quote.
 */
const endOfName = 0x10000;

/**
 * Adds the shape of a complete object. If an object has only the first keys of another object, its shape counts as new,
 * because the number of keys decides which hidden class V8 uses first.
 */
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
