import { isRecord } from '../../../objects/index.ts';
import { identityOf, isNestedTooDeep, scalarsOf } from '../../machine/nested-too-deep.ts';
import { cellText, longestCell } from './column.ts';
import type { Table, TableRow } from './table.ts';

/** The field of an object that holds what its row says. */
const cellsField = 'cells';

/** What a Table's page says, as the list that an informer expects: metadata of objects, each with its cells. */
export function listOfTable({ metadata, rows }: Table): object {
  return { kind: 'List', apiVersion: 'v1', metadata: scalarsOf(metadata), items: rows.map(objectOfRow) };
}

/** The object of a watch event's Table; a bookmark has a row too, but says its version in the Table as well. */
export function objectOfTable({ metadata, rows }: Table): object {
  const [row] = rows;
  return row !== undefined && isRecord(row.object) ? objectOfRow(row) : { metadata: scalarsOf(metadata) };
}

function objectOfRow({ cells, object }: TableRow): object {
  const shown = cells.map(shownCell);
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

/** What an object's row says; `undefined` when the server sent plain objects. */
export function cellsOf(object: object): readonly unknown[] | undefined {
  const cells: unknown = (object as Readonly<Record<string, unknown>>)[cellsField];
  return Array.isArray(cells) ? cells : undefined;
}
