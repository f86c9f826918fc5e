/** Numbers of behaviours, in order. */
type Numbers = readonly number[];

/** The numbers that a text names: `B7`, `B24–B26` and `B24–26` alike, each once. */
export declare function numbersIn(text: string): Numbers;

/** What the specs of a file are called: titles of `describe`, `it` and their `.each`, without those that are skipped. */
export declare function titlesIn(source: string): readonly string[];

/**
 * Sorts every behaviour of `list` by where it is kept: rows first, then specs. `unknown` are named and not listed, `twice`
 * listed twice, `undecided` opposed by a title and by no row; `unfounded` are rows that name no reason by its number.
 */
export declare function countBehaviours(given: {
  readonly list: string;
  readonly titles: readonly string[];
  readonly pages: readonly string[];
}): Readonly<
  Record<'cited' | 'decided' | 'absent' | 'missing' | 'unknown' | 'undecided' | 'twice', Numbers>
> & {
  readonly unfounded: readonly string[];
};
