import type { Json } from '../json.ts';

/** What stands in one column of a row. */
export type Cell = string | number | boolean | null;

/**
 * The cells of an object, one for each column of its kind, those of `-o wide` too.
 *
 * @param now - ms since 1970, for ages
 */
export type Printer = (object: Json, now: number) => readonly Cell[];

/** What a client is told of a column. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 is always shown, 1 with `-o wide`. */
  readonly priority: number;
}
