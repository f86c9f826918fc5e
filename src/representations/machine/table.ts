import { isRecord } from '../../objects/index.ts';
import { identifyingPart, isNestedTooDeep, scalarsOf } from './nested-too-deep.ts';

/** A Table (meta.k8s.io/v1). A page of a list is one Table, and an event of a watch is a Table with a single row. */
export interface Table {
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The column definitions. In a watch, only the first event contains them (P104). */
  readonly columns: readonly unknown[] | undefined;
  /** The rows; `undefined` if the rows are not a list. */
  readonly rows: readonly WireRow[] | undefined;
}

/** A row: the cells that a client prints, and the object or its metadata. */
interface WireRow {
  readonly cells: readonly unknown[];
  readonly object: unknown;
}

/**
 * Reads a Table.
 *
 * @returns `undefined` if the value is not a Table
 */
export function tableOf(value: unknown): Table | undefined {
  if (!isRecord(value) || value['kind'] !== 'Table') return undefined;
  const { apiVersion } = value;
  if (typeof apiVersion !== 'string' || !apiVersion.startsWith('meta.k8s.io/')) return undefined;
  const { metadata, columnDefinitions, rows } = value;
  return {
    metadata: isRecord(metadata) ? metadata : {},
    columns: Array.isArray(columnDefinitions) ? columnDefinitions : undefined,
    rows: Array.isArray(rows ?? []) ? ((rows ?? []) as readonly unknown[]).map(rowOf) : undefined,
  };
}

/**
 * Reads a row. A malformed row gets no object. So the reader of objects reports the row as a malformed
 * object.
 */
function rowOf(row: unknown): WireRow {
  const { cells, object } = isRecord(row) ? row : {};
  return { cells: Array.isArray(cells) ? cells : [], object };
}

/** Returns the fields that an object gets from the cells of its row. */
export type FieldsOfCells = (cells: readonly unknown[]) => object;

/**
 * Converts a page that is a Table into the JSON of the list that an informer expects. Yields one piece for each row:
 * the object of the row, with the fields for its cells. If the Table has a malformed value instead of a list of rows,
 * the items of the JSON are malformed, too. The informer then refuses the JSON.
 */
export function* listOfTable({ metadata, rows }: Table, fieldsOf: FieldsOfCells): Generator<string, void> {
  yield `{"kind":"List","apiVersion":"v1","metadata":${JSON.stringify(scalarsOf(metadata))},"items":`;
  if (rows === undefined) {
    yield '"none"}';
    return;
  }
  let before = '[';
  for (const row of rows) {
    yield before + JSON.stringify(objectOfRow(row, fieldsOf));
    before = ',';
  }
  yield rows.length === 0 ? '[]}' : ']}';
}

/**
 * Yields the objects of the Table of a watch event. For a bookmark, the server sends a row and repeats the
 * resourceVersion in the metadata of the Table. Only the first row without an object gets the metadata of the Table,
 * because the metadata may be much longer than a row.
 */
export function* objectsOfTable({ metadata, rows }: Table, fieldsOf: FieldsOfCells): Generator<object, void> {
  const own = { metadata: scalarsOf(metadata) };
  if (rows === undefined || rows.length === 0) {
    yield own;
    return;
  }
  let spare: object = own;
  for (const row of rows) {
    if (isRecord(row.object)) {
      yield objectOfRow(row, fieldsOf);
    } else {
      yield spare;
      spare = {};
    }
  }
}

function objectOfRow({ cells, object }: WireRow, fieldsOf: FieldsOfCells): object {
  if (!isRecord(object)) return fieldsOf(cells);
  return { ...(isNestedTooDeep(object) ? identifyingPart(object) : object), ...fieldsOf(cells) };
}
