import type { Column } from './column.ts';
import { gap } from './fit-columns.ts';

/**
 * Stores the earlier widths of the columns of one table, so that columns do not jump when other rows become visible.
 */
export interface Widths {
  /**
   * Returns the wanted width of each column. If the earlier width of a column is larger and all columns still fit,
   * returns the earlier width.
   *
   * @param wanted - the widths for the visible rows
   */
  steady(columns: readonly Column[], wanted: readonly number[], width: number): readonly number[];
}

/**
 * Creates the {@link Widths} of one table. A change of the terminal width or of the columns resets the stored widths.
 */
export function createWidths(): Widths {
  let before: readonly number[] = [];
  let of = '';

  return {
    steady(columns, wanted, width) {
      const table = [width, ...columns.map(({ heading }) => heading)].join();
      const widest = wanted.map((one, at) => (table === of ? Math.max(one, before[at] ?? 0) : one));
      const total = widest.reduce((sum, one) => sum + one, gap * (widest.length - 1));
      of = table;
      before = total <= width ? widest : wanted;
      return before;
    },
  };
}
