import { checkArgument, type Rule } from '../../../objects/index.ts';

/**
 * Numbers in [0, 1) that follow from a seed, by mulberry32: 32 bits of state, the same numbers everywhere and for ever.
 * Fit for `reflect`'s `random`, and for nothing that must not be guessed.
 *
 * @param seed - a whole number; its lowest 32 bits count
 * @throws OptionsError when the seed is none
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

/** What a run can be repeated by. */
export const aSeed: Rule = { allowed: 'a whole number', test: Number.isSafeInteger };
