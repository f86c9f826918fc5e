import type { Json } from '../json.ts';

/** The value of one column in a table row. */
export type Cell = string | number | boolean | null;

/**
 * Returns the table cells of an object, one cell for each column of its kind, including the columns of `kubectl get -o
 * wide`.
 *
 * @param now - the current time in ms since 1970, for ages
 */
export type Printer = (object: Json, now: number) => readonly Cell[];

/** A column definition of a table in the format that the client receives. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** kubectl shows a column with the priority 0 always, and a column with the priority 1 only with `-o wide`. */
  readonly priority: number;
}
