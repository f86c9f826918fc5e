import type { Json } from '../json.ts';

/** The value of one column in a row. */
export type Cell = string | number | boolean | null;

/**
 * Returns the cells of an object, one for each column of its kind, including the columns of `-o wide`.
 *
 * @param now - ms since 1970, for ages
 */
export type Printer = (object: Json, now: number) => readonly Cell[];

/** A column as the client gets it. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown. 1: shown with `-o wide`. */
  readonly priority: number;
}
