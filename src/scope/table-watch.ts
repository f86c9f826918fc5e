import { map } from 'rxjs';
import {
  checkArgument,
  checkOptions,
  anObject,
  type GroupVersionResource,
  isRecord,
  type KubeObject,
  type ObjectMeta,
  oneOf,
} from '../objects/index.ts';
import { isNestedTooDeep, type TableFormat, tableTransport } from '../representations/index.ts';
import {
  aTransport,
  type ListerWatcher,
  listWatch,
  type ListWatchOptions,
  type Transport,
} from '../source/index.ts';
import { createTableColumnSets, type TableColumn } from './machine/table-column-sets.ts';

/** A row of the Table of a collection: one object, as the server prints it. */
export interface TableRow<T extends KubeObject = KubeObject> extends KubeObject {
  readonly kind: 'TableRow';
  readonly apiVersion: 'meta.k8s.io/v1';
  /** The metadata of the object. */
  readonly metadata: ObjectMeta;
  /** The cells: one value for each column, in the order of the columns. */
  readonly cells: readonly unknown[];
  /**
   * The columns with which the row arrived. Rows with the same columns share one array. The array is empty for an object
   * that the server has sent without a Table.
   */
  readonly columns: readonly TableColumn[];
  /** The whole object, with `includeObject: 'Object'`. */
  readonly object?: T;
}

/** The options of `tableWatch`: the options of `listWatch`, and what each row contains. */
export interface TableWatchOptions extends ListWatchOptions {
  /** With `Object`, each row also has the whole object. Default: `Metadata`. */
  readonly includeObject?: 'Metadata' | 'Object';
}

/**
 * Creates a source of the rows that the server prints for a collection, as for `kubectl get`: of a built-in kind, or of any
 * CRD. The rows are objects with the metadata of their objects, so informers, indexes and operators work with them.
 *
 * The server computes the cells when it sends a row. An age is the age at that time; compute it from
 * `metadata.creationTimestamp`. When the columns of a CRD change, the server sends the new columns with new events. A row
 * that has not changed since keeps its old columns and cells, so read the cells of a row with the columns of this row.
 *
 * A server that does not support Tables sends objects. Their rows have no columns and no cells. The same is true after a
 * Table of more than 8 MiB, or of too many values: for a page, the source first requests fewer rows. A list has at most 200
 * rows a page. A cell that is nested deeper than 500 levels is `null`.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const rows = informer(tableWatch(transport, apps.v1.deployments, { namespace: 'shop' }));
 * query(rows).subscribe((all) => {
 *   for (const { cells, columns } of all) console.log(columns.map(({ name }, at) => `${name}=${String(cells[at])}`).join(' '));
 * });
 * ```
 */
export function tableWatch<T extends KubeObject>(
  transport: Transport,
  resource: GroupVersionResource<T>,
  options: TableWatchOptions = {},
): ListerWatcher<TableRow<T>> {
  checkArgument('tableWatch: transport', transport, aTransport);
  checkArgument('tableWatch: options', options, anObject);
  const { includeObject = 'Metadata', ...rest } = options;
  checkOptions('tableWatch', { includeObject }, { includeObject: oneOf('Metadata', 'Object') });
  const sets = createTableColumnSets();
  const format: TableFormat<number> = {
    includeObject,
    columnsOf: (definitions) => sets.numberOf(definitions),
    fieldsOf: (cells, set) => ({ [rowField]: { set, cells: cells.map(readableCell) } }),
  };
  const source = listWatch<T>(tableTransport(transport, format), resource, rest);
  const rowOf = (decoded: T): TableRow<T> => {
    const { [rowField]: row, ...object } = decoded as T & Record<typeof rowField, unknown>;
    const { set, cells } = isRecord(row) ? row : {};
    return {
      kind: 'TableRow',
      apiVersion: 'meta.k8s.io/v1',
      metadata: decoded.metadata,
      cells: Array.isArray(cells) ? cells : [],
      columns: sets.columnsOf(set),
      ...(includeObject === 'Object' && { object: object as unknown as T }),
    };
  };

  // The hook `knownObjects` is not passed on: the known objects are rows, and the inner source emits objects.
  return {
    list: (list, { onIncident, checkServed } = {}) =>
      source
        .list(list, { onIncident, checkServed })
        .pipe(map((page) => ({ ...page, items: page.items.map(rowOf) }))),
    watch: (watch, { onIncident, checkServed } = {}) =>
      source
        .watch(watch, { onIncident, checkServed })
        .pipe(
          map((event) => (event.type === 'BOOKMARK' ? event : { ...event, object: rowOf(event.object) })),
        ),
  };
}

/** The field of a decoded object that contains the cells of its row, and the number of their columns. */
const rowField = 'rx-informer/row';

const readableCell = (cell: unknown): unknown => (isNestedTooDeep(cell) ? null : cell);
