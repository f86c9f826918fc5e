/** Counts the different keys in JSON, a little too few at most: keys of equal hash count once. */
export interface DistinctKeys {
  readonly count: number;
  /** The key stands between two indices, as it is written. */
  add(bytes: Uint8Array, from: number, to: number): void;
}

/** Makes one; its hash differs each time, so that no server can choose keys that count as one. */
export function createDistinctKeys(): DistinctKeys {
  const seed = Math.floor(Math.random() * 4_294_967_296);
  const seen = new Uint32Array(slots >> 5);
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(bytes, from, to) {
      let hash = seed;
      for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
      hash ^= hash >>> 15;
      hash = Math.imul(hash, 0x2c1b3c6d);
      const slot = (hash ^ (hash >>> 12)) & (slots - 1);
      const bit = 1 << (slot & 31);
      const word = seen[slot >> 5] ?? 0;
      if ((word & bit) !== 0) return;
      seen[slot >> 5] = word | bit;
      count++;
    },
  };
}

/** 128 KiB for as long as one object is looked at. */
const slots = 1_048_576;
