import { cutText, isRecord } from '../../../objects/index.ts';
import { cellText } from './column.ts';

/** The definition of a column of a Table (meta.k8s.io/v1). */
export interface ColumnDefinition {
  /** The heading in capitals. No two columns of a Table have the same heading. */
  readonly heading: string;
  readonly format: string;
  readonly priority: number;
}

/** A Table. A page of a list is one Table, and an event of a watch is a Table with a single row. */
export interface Table {
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The column definitions. In a watch, only the first event contains them (P104). */
  readonly columns: readonly ColumnDefinition[] | undefined;
  /** The rows; `undefined` if the rows are not a list. */
  readonly rows: readonly TableRow[] | undefined;
}

/** A row: the cells that a client prints, and the metadata of the object. */
export interface TableRow {
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
    columns: Array.isArray(columnDefinitions) ? definitionsOf(columnDefinitions) : undefined,
    rows: Array.isArray(rows ?? []) ? ((rows ?? []) as readonly unknown[]).map(rowOf) : undefined,
  };
}

/** The maximum number of columns that are read from a Table. No terminal has room for more columns. */
const maxColumns = 100;
const longestHeading = 100;

function definitionsOf(columns: readonly unknown[]): readonly ColumnDefinition[] {
  const headings = new Set<string>();
  return columns.slice(0, maxColumns).map((column, at) => {
    const { name, format, priority } = isRecord(column) ? column : {};
    const shown = cellText(typeof name === 'string' ? cutText(name, longestHeading) : '');
    const heading = shown.toUpperCase().slice(0, longestHeading); // cut again, because one character can become three capitals
    let own = heading;
    for (let nth = at + 1; headings.has(own); nth++) own = `${heading} ${nth}`;
    headings.add(own);
    return {
      heading: own,
      format: typeof format === 'string' ? format : '',
      priority: typeof priority === 'number' ? priority : 0,
    };
  });
}

/**
 * Reads a row. A malformed row gets no object. So the reader of objects reports the row as a malformed
 * object.
 */
function rowOf(row: unknown): TableRow {
  const { cells, object } = isRecord(row) ? row : {};
  return { cells: Array.isArray(cells) ? cells : [], object };
}
