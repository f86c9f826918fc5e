/** Numbers of behaviours, ascending. */
type Numbers = readonly number[];

/** Finds the numbers that a text names, each once: `B7`, and ranges as `B24–B26` or `B24–26`. */
export declare function numbersIn(text: string): Numbers;

/** Finds the titles of a spec file: those of `describe`, `it` and their `.each`, without the skipped ones. */
export declare function titlesIn(source: string): readonly string[];

/**
 * Sorts the behaviours of `list` by the place that covers each. Rows take precedence over specs.
 *
 * - `unknown`: named, but not in `list`.
 * - `twice`: more than once in `list`.
 * - `undecided`: contradicted by the title of a spec, without a row for the deviation.
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
