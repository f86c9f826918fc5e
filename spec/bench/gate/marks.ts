import { readFileSync } from 'node:fs';

/** The limit of the median of a measurement. The comparison adds the noise of the rounds to the limit. */
export type Mark = (
  | { readonly most: number }
  /** The limit of the ratio to the baseline program in the same round. */
  | { readonly ofFloor: number }
) & {
  /**
   * A known value above the limit. While this value is set, the measurement may be above its limit, but not above this
   * value.
   */
  readonly missedAt?: number;
};

/** The limits by scenario, measured program and column. */
export type Marks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Mark>>>>>>;

export const readMarks = (): Marks =>
  JSON.parse(readFileSync(new URL('../marks.json', import.meta.url), 'utf8')) as Marks;
