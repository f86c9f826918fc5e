import type { Column } from './column.ts';

/** Between two columns. */
export const gap = 3;

/** The columns that a terminal has room for, and how wide each is. */
export interface FittedColumn {
  readonly column: Column;
  readonly width: number;
}

/**
 * Divides a terminal's columns. Where not all fit the widest give way first, down to a width at which they still say
 * something; then columns go, the last ones first, names after all others, the first name never.
 *
 * @param natural - the width each column would like
 */
export function fitColumns(
  columns: readonly Column[],
  natural: readonly number[],
  width: number,
): readonly FittedColumn[] {
  let fitted = columns.map((column, at) => ({ column, width: natural[at] ?? 0 }));

  while (leastWidth(fitted) > width && fitted.length > 1) {
    const lastOther = fitted.map(({ column }) => column.isName !== true).lastIndexOf(true);
    const goes = lastOther < 0 ? fitted.length - 1 : lastOther; // a server may call several columns the name
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

/** So wide a column is left where it was wider. */
const least = 12;
const leastOfName = 20;

interface Share {
  readonly column: Column;
  width: number;
}

/** So wide it stays before a column has to go. */
export const floorOf = ({ column, width }: FittedColumn): number =>
  Math.min(width, column.isName ? leastOfName : least);
const gapsOf = (shares: readonly Share[]): number => gap * (shares.length - 1);
const widthOfAll = (shares: readonly Share[]): number =>
  shares.reduce((sum, { width }) => sum + width, gapsOf(shares));
const leastWidth = (shares: readonly Share[]): number =>
  shares.reduce((sum, share) => sum + floorOf(share), gapsOf(shares));

/** Among those that may give way. */
function widestOf(shares: readonly Share[]): Share | undefined {
  let widest: Share | undefined;
  for (const share of shares) {
    if (share.width > floorOf(share) && share.width > (widest?.width ?? 0)) widest = share;
  }
  return widest;
}
