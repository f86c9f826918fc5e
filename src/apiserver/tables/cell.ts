import type { Json } from '../json.ts';

/** The value of one column in a row. */
export type Cell = string | number | boolean | null;

/**
 * Returns the cells of an object, one cell per column of its kind. The columns of `-o wide` are included.
 *
 * @param now - the current time in ms since 1970, for ages
 */
export type Printer = (object: Json, now: number) => readonly Cell[];

/** A column, as the client receives it. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /**
   * If the priority is 0, kubectl always shows the column. If it is 1, kubectl shows the column only with `-o wide`.
   */
  readonly priority: number;
}
