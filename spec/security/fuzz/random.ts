/** Pseudo-random numbers (mulberry32). A seed determines the sequence. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a whole number from `min` to `max`. */
  integer(min: number, max: number): number;
  /**
   * Returns a number from `min` to `max`. Small numbers are as frequent as large numbers, because the logarithm has a
   * uniform distribution.
   */
  size(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
}

export function randomOf(seed: number, nth: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    size: (min, max) => Math.round(min * (max / min) ** next()),
    chance: (probability) => next() < probability,
    pick: (values) => values[integer(0, values.length - 1)] ?? values[0],
  };
}
