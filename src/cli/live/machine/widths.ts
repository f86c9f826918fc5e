import type { Column } from './column.ts';
import { gap } from './fit-columns.ts';

/**
 * The widths that the columns of one table have had. With them, the columns do not jump when other rows become visible.
 */
export interface Widths {
  /**
   * Returns the widths that the columns want, or the larger widths that they had before, if these still fit.
   *
   * @param wanted - the widths for the visible rows
   */
  steady(columns: readonly Column[], wanted: readonly number[], width: number): readonly number[];
}

/** Creates the widths. Another width of the terminal, or other columns, reset the widths. */
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
