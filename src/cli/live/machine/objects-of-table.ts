import { isRecord } from '../../../objects/index.ts';
import { isNestedTooDeep } from '../../../representations/index.ts';
import { cellText, longestCell } from './column.ts';
import type { ColumnSets, Places } from './column-sets.ts';

/**
 * The field of an object that contains the cells of its row. Because of this field, two objects differ even
 * if only their cells differ.
 */
const cellsField = 'rx-informer/cells';

/** The value of `cellsField` in an object: the cells of the object's row. */
interface ShownRow {
  /** The number that `ColumnSets` assigned to the columns of the row. */
  readonly set: number;
  readonly cells: readonly unknown[];
}

/** Describes the columns that the rows of one Table have. */
export interface RowColumns {
  readonly set: number;
  /** Number of columns. Cells after the last column are not shown. */
  readonly size: number;
}

/** Returns the field that an object gets from the cells of its row. */
export function shownRow(cells: readonly unknown[], { set, size }: RowColumns): object {
  const row: ShownRow = { set, cells: cells.slice(0, size).map(shownCell) };
  return { [cellsField]: row };
}

/** Cuts and formats a cell when the row arrives, not for each frame. A cell may be a text or an object of megabytes. */
function shownCell(cell: unknown): unknown {
  if (typeof cell === 'string') return cell.slice(0, longestCell);
  if (typeof cell !== 'object' || cell === null) return cell;
  return isNestedTooDeep(cell) ? nested : cellText(JSON.stringify(cell));
}

/** The text of a cell that is nested too deep to be formatted. */
const nested = '<nested too deep>';

/** The cells of a row, and the cell index of each column. */
export interface Cells {
  readonly places: Places;
  readonly cells: readonly unknown[];
}

/** Returns the cells of an object; `undefined` for an object that the server sent without a Table. */
export function cellsOf(object: object, sets: Pick<ColumnSets, 'placesIn'>): Cells | undefined {
  const row: unknown = (object as Readonly<Record<string, unknown>>)[cellsField];
  if (!isRecord(row) || !Array.isArray(row['cells'])) return undefined;
  return { places: sets.placesIn(row['set']), cells: row['cells'] };
}

/** Returns the cell of a column; `''` if the row arrived without the column. */
export function cellOf({ places, cells }: Cells, heading: string): string {
  const place = places.get(heading);
  return place === undefined ? '' : cellText(cells[place]);
}
