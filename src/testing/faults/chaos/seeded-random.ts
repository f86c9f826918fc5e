import { checkArgument, type Rule } from '../../../objects/index.ts';

/**
 * Returns a generator of numbers in [0, 1) that depend only on the seed. The generator uses mulberry32 with 32 bits of
 * state, and returns the same numbers on every platform and in every version. Use the generator for the option `random`
 * of `reflect`, but not for numbers that must be unpredictable.
 *
 * @param seed - a whole number; only its lowest 32 bits are used
 * @throws OptionsError if the seed is not a whole number
 *
 * @example
 * ```ts
 * const pods = informer(source, { reflect: { random: seededRandom(7) } });
 * ```
 */
export function seededRandom(seed: number): () => number {
  checkArgument('seededRandom: seed', seed, aSeed);
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const aSeed: Rule = { allowed: 'a whole number', test: Number.isSafeInteger };
