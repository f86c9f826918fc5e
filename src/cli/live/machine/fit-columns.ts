import type { Column } from './column.ts';

/** The number of blanks between two columns of a table. */
export const gap = 3;

/** A column that fits on the terminal, and the width of the column. */
export interface FittedColumn {
  readonly column: Column;
  readonly width: number;
}

/**
 * Divides the width of a terminal among columns. If not all columns fit, the widest columns shrink first,
 * down to a minimum width. If the columns still do not fit, the function drops columns. First it drops the
 * columns that are not name columns, from the last to the first. Then it drops the name columns, from the
 * last to the second.
 *
 * @param natural - the wanted width of each column
 */
export function fitColumns(
  columns: readonly Column[],
  natural: readonly number[],
  width: number,
): readonly FittedColumn[] {
  let fitted = columns.map((column, at) => ({ column, width: natural[at] ?? 0 }));

  while (leastWidth(fitted) > width && fitted.length > 1) {
    const lastOther = fitted.map(({ column }) => column.isName !== true).lastIndexOf(true);
    const goes = lastOther < 0 ? fitted.length - 1 : lastOther; // a Table may have only name columns left
    fitted = fitted.filter((_, at) => at !== goes);
  }
  for (let excess = widthOfAll(fitted) - width; excess > 0; excess--) {
    const widest = widestOf(fitted);
    if (widest === undefined) break;
    widest.width--;
  }
  const [only] = fitted;
  return fitted.length === 1 && only !== undefined
    ? [{ ...only, width: Math.min(only.width, width) }]
    : fitted;
}

/** Minimum width to which a wide column shrinks. */
const least = 12;
const leastOfName = 20;

interface Share {
  readonly column: Column;
  width: number;
}

/** Returns the minimum width of a column. If the columns do not fit at their minimum widths, a column is dropped. */
export const floorOf = ({ column, width }: FittedColumn): number =>
  Math.min(width, column.isName ? leastOfName : least);
const gapsOf = (shares: readonly Share[]): number => gap * (shares.length - 1);
const widthOfAll = (shares: readonly Share[]): number =>
  shares.reduce((sum, { width }) => sum + width, gapsOf(shares));
const leastWidth = (shares: readonly Share[]): number =>
  shares.reduce((sum, share) => sum + floorOf(share), gapsOf(shares));

/** Returns the widest column that can still shrink. */
function widestOf(shares: readonly Share[]): Share | undefined {
  let widest: Share | undefined;
  for (const share of shares) {
    if (share.width > floorOf(share) && share.width > (widest?.width ?? 0)) widest = share;
  }
  return widest;
}
