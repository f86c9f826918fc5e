import type { Column } from './column.ts';
import { gap } from './fit-columns.ts';

/** How wide the columns of one table have been, so that they do not jump with what happens to be seen of it. */
export interface Widths {
  /**
   * The widths that columns want, or had before where that still fits.
   *
   * @param wanted - by what is seen now
   */
  steady(columns: readonly Column[], wanted: readonly number[], width: number): readonly number[];
}

/** Another terminal, or other columns, begin anew. */
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
