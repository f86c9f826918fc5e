import { readFileSync } from 'node:fs';

/** The most that the median of a figure may be, with the noise of its rounds on top. */
export type Mark = (
  | { readonly most: number }
  /** Divided by the figure of the floor in the same round. */
  | { readonly ofFloor: number }
) & {
  /** A mark that is missed today: so much the figure is, and must not be more until the mark is kept. */
  readonly missedAt?: number;
};

/** By scenario, contender and column. */
export type Marks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Mark>>>>>>;

export const readMarks = (): Marks =>
  JSON.parse(readFileSync(new URL('../marks.json', import.meta.url), 'utf8')) as Marks;
