import { readFileSync } from 'node:fs';

/** The maximum of the median of a figure. The noise of its rounds is added to this limit. */
export type Mark = (
  | { readonly most: number }
  /** The limit of the ratio to the floor of the same round. */
  | { readonly ofFloor: number }
) & {
  /**
   * The figure of today for a mark that is not reached. The figure must not become larger until the mark is reached.
   */
  readonly missedAt?: number;
};

/** The marks by scenario, contender and column. */
export type Marks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Mark>>>>>>;

export const readMarks = (): Marks =>
  JSON.parse(readFileSync(new URL('../marks.json', import.meta.url), 'utf8')) as Marks;
