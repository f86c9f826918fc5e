import { isRecord } from '../../../objects/index.ts';
import { identityOf, isNestedTooDeep, scalarsOf } from '../../machine/nested-too-deep.ts';
import { cellText, longestCell } from './column.ts';
import type { ColumnSets, Places } from './column-sets.ts';
import type { Table, TableRow } from './table.ts';

/** The field of an object that holds what its row says: columns may change while the object does not. */
const cellsField = 'rx-informer/cells';

/** What a row says, as it stands in its object. */
interface ShownRow {
  /** The number of its columns. */
  readonly set: number;
  readonly cells: readonly unknown[];
}

/** The columns that a Table's rows have. */
export interface RowColumns {
  readonly set: number;
  /** How many there are: a cell behind the last is not shown. */
  readonly size: number;
}

/**
 * What a Table's page says, as the JSON of the list that an informer expects, in pieces of a row each: metadata of objects, each
 * with its cells. Where the rows are no list, the items are none, which the informer refuses.
 */
export function* listOfTable({ metadata, rows }: Table, columns: RowColumns): Generator<string, void> {
  yield `{"kind":"List","apiVersion":"v1","metadata":${JSON.stringify(scalarsOf(metadata))},"items":`;
  if (rows === undefined) {
    yield '"none"}';
    return;
  }
  let before = '[';
  for (const row of rows) {
    yield before + JSON.stringify(objectOfRow(row, columns));
    before = ',';
  }
  yield rows.length === 0 ? '[]}' : ']}';
}

/**
 * The objects of a watch event's Table; a bookmark has a row too, but says its version in the Table as well. The first row without
 * an object has the metadata of the Table, which may be much longer than a row.
 */
export function* objectsOfTable({ metadata, rows }: Table, columns: RowColumns): Generator<object, void> {
  const own = { metadata: scalarsOf(metadata) };
  if (rows === undefined || rows.length === 0) {
    yield own;
    return;
  }
  let spare: object = own;
  for (const row of rows) {
    if (isRecord(row.object)) {
      yield objectOfRow(row, columns);
    } else {
      yield spare;
      spare = {};
    }
  }
}

function objectOfRow({ cells, object }: TableRow, { set, size }: RowColumns): object {
  const row: ShownRow = { set, cells: cells.slice(0, size).map(shownCell) };
  if (!isRecord(object)) return { [cellsField]: row };
  return { ...(isNestedTooDeep(object) ? identityOf(object) : object), [cellsField]: row };
}

/** Cut and written once, not for each frame: a cell may be a text or an object of megabytes. */
function shownCell(cell: unknown): unknown {
  if (typeof cell === 'string') return cell.slice(0, longestCell);
  if (typeof cell !== 'object' || cell === null) return cell;
  return isNestedTooDeep(cell) ? nested : cellText(JSON.stringify(cell));
}

/** In place of a cell that is nested too deep to be written. */
const nested = '<nested too deep>';

/** What a row says, and the columns that it came with. */
export interface Cells {
  readonly places: Places;
  readonly cells: readonly unknown[];
}

/** What an object's row says; `undefined` for an object that came plain. */
export function cellsOf(object: object, sets: Pick<ColumnSets, 'placesIn'>): Cells | undefined {
  const row: unknown = (object as Readonly<Record<string, unknown>>)[cellsField];
  if (!isRecord(row) || !Array.isArray(row['cells'])) return undefined;
  return { places: sets.placesIn(row['set']), cells: row['cells'] };
}

/** The cell of a column; `''` for a column that the row did not have when it came. */
export function cellOf({ places, cells }: Cells, heading: string): string {
  const place = places.get(heading);
  return place === undefined ? '' : cellText(cells[place]);
}
