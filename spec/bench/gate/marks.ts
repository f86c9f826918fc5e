import { readFileSync } from 'node:fs';

/** The limit of the median of a measurement. The noise of the rounds is added to the limit. */
export type Mark = (
  | { readonly most: number }
  /** The limit of the ratio to the baseline in the same round. */
  | { readonly ofFloor: number }
) & {
  /**
   * The current value of a measurement that is above its limit. The measurement must not become larger than this value
   * until it keeps its limit.
   */
  readonly missedAt?: number;
};

/** The limits by scenario, contender and column. */
export type Marks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Mark>>>>>>;

export const readMarks = (): Marks =>
  JSON.parse(readFileSync(new URL('../marks.json', import.meta.url), 'utf8')) as Marks;
