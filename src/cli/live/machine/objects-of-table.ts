import { isRecord } from '../../../objects/index.ts';
import { identityOf, isNestedTooDeep, scalarsOf } from '../../machine/nested-too-deep.ts';
import { cellText, longestCell } from './column.ts';
import type { ColumnDefinition, Table, TableRow } from './table.ts';

/** The field of an object that holds what its row says, by headings: columns may change while the object does not. */
const cellsField = 'rx-informer/cells';

type Columns = readonly ColumnDefinition[];

/**
 * What a Table's page says, as the list that an informer expects: metadata of objects, each with its cells. Where the rows are no
 * list, the items are none, which the informer refuses.
 */
export function listOfTable({ metadata, rows }: Table, columns: Columns): object {
  const items = rows === undefined ? 'none' : rows.map((row) => objectOfRow(row, columns));
  return { kind: 'List', apiVersion: 'v1', metadata: scalarsOf(metadata), items };
}

/** The objects of a watch event's Table; a bookmark has a row too, but says its version in the Table as well. */
export function objectsOfTable({ metadata, rows }: Table, columns: Columns): readonly object[] {
  const own = { metadata: scalarsOf(metadata) };
  if (rows === undefined || rows.length === 0) return [own];
  return rows.map((row) => (isRecord(row.object) ? objectOfRow(row, columns) : own));
}

function objectOfRow({ cells, object }: TableRow, columns: Columns): object {
  const shown = Object.fromEntries(
    columns.slice(0, cells.length).map(({ heading }, at) => [heading, shownCell(cells[at])]),
  );
  if (!isRecord(object)) return { [cellsField]: shown };
  return { ...(isNestedTooDeep(object) ? identityOf(object) : object), [cellsField]: shown };
}

/** Cut and written once, not for each frame: a cell may be a text or an object of megabytes. */
function shownCell(cell: unknown): unknown {
  if (typeof cell === 'string') return cell.slice(0, longestCell);
  if (typeof cell !== 'object' || cell === null) return cell;
  return isNestedTooDeep(cell) ? nested : cellText(JSON.stringify(cell));
}

/** In place of a cell that is nested too deep to be written. */
const nested = '<nested too deep>';

/** What a row says, by the headings of the columns that it came with. */
export type Cells = Readonly<Record<string, unknown>>;

/** What an object's row says; `undefined` for an object that came plain. */
export function cellsOf(object: object): Cells | undefined {
  const cells: unknown = (object as Readonly<Record<string, unknown>>)[cellsField];
  return isRecord(cells) ? cells : undefined;
}

/** The cell of a column; `''` for a column that the row did not have when it came. */
export function cellOf(cells: Cells, heading: string): string {
  return Object.hasOwn(cells, heading) ? cellText(cells[heading]) : '';
}
