import type { Column } from './column.ts';
import { gap } from './fit-columns.ts';

/**
 * Stores the earlier widths of the columns of one table, so that columns do not jump when other rows become visible.
 */
export interface Widths {
  /**
   * Returns the wanted width of each column, or the column's earlier width if that is larger and all columns still fit.
   *
   * @param wanted - the widths for the visible rows
   */
  steady(columns: readonly Column[], wanted: readonly number[], width: number): readonly number[];
}

/** Creates the stored widths. The stored widths are reset when the width of the terminal or the columns change. */
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
