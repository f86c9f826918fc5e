/** The numbers of behaviours of client-go, in ascending order. */
type Numbers = readonly number[];

/** Finds the numbers of behaviours in a text, each number once: `B7`, and ranges such as `B24–B26` or `B24–26`. */
export declare function numbersIn(text: string): Numbers;

/** Finds the titles in a spec file: the titles of `describe`, `it` and `.each`. Omits skipped tests. */
export declare function titlesIn(source: string): readonly string[];

/**
 * Finds the spec or the table row that covers each behaviour in `list`. If both exist, the row counts.
 *
 * - `unknown`: a text names the behaviour, but `list` does not contain it.
 * - `twice`: `list` contains the behaviour more than once.
 * - `undecided`: the title of a spec contradicts the behaviour, but no row explains the deviation.
 * - `unfounded`: rows that name no number of a reason.
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
