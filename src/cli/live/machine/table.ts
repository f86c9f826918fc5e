import { isRecord } from '../../../objects/index.ts';

/** What a server says about a column of a Table (meta.k8s.io/v1). */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly priority: number;
}

/** A Table as it comes: one for a page of a list, one of a single row for an event of a watch. */
export interface Table {
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Absent in all but the first event of a watch (P104). */
  readonly columns: readonly ColumnDefinition[] | undefined;
  readonly rows: readonly TableRow[];
}

/** A row: the object, but for its metadata left out, and what is to be printed of it. */
export interface TableRow {
  readonly cells: readonly unknown[];
  readonly object: unknown;
}

/** @returns `undefined` for what is no Table */
export function tableOf(value: unknown): Table | undefined {
  if (!isRecord(value) || value['kind'] !== 'Table') return undefined;
  const { apiVersion } = value;
  if (typeof apiVersion !== 'string' || !apiVersion.startsWith('meta.k8s.io/')) return undefined;
  const { metadata, columnDefinitions, rows } = value;
  return {
    metadata: isRecord(metadata) ? metadata : {},
    columns: Array.isArray(columnDefinitions)
      ? columnDefinitions.filter(isRecord).map(definitionOf)
      : undefined,
    rows: Array.isArray(rows) ? rows.filter(isRecord).map(rowOf) : [],
  };
}

function definitionOf(given: Readonly<Record<string, unknown>>): ColumnDefinition {
  const text = (field: string): string => (typeof given[field] === 'string' ? given[field] : '');
  const { priority } = given;
  return {
    name: text('name'),
    type: text('type'),
    format: text('format'),
    priority: typeof priority === 'number' ? priority : 0,
  };
}

function rowOf({ cells, object }: Readonly<Record<string, unknown>>): TableRow {
  return { cells: Array.isArray(cells) ? cells : [], object };
}
