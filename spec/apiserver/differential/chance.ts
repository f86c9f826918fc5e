/** Random choices. The same seed makes the same choices. */
export interface Chance {
  /** Returns a random integer of at least 0 and less than the argument. */
  below(most: number): number;
  /** Returns true with a probability of 1 divided by the argument. */
  once(of: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Returns some members of an object, each with a probability of one half. */
  some(object: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Returns some items of a list, in a random order. */
  sample<T>(items: readonly T[]): T[];
}

/** Creates random choices with the algorithm Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    once: (of) => below(of) === 0,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    some: (object) => Object.fromEntries(Object.entries(object).filter(() => below(2) === 0)),
    sample: (items) =>
      items
        .filter(() => below(2) === 0)
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}
