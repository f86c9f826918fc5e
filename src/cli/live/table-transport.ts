import { tableTransport as transportOfTables } from '../../representations/index.ts';
import type { Transport } from '../../source/index.ts';
import type { ColumnSets } from './machine/column-sets.ts';
import { type RowColumns, shownRow } from './machine/objects-of-table.ts';
import { type ColumnDefinition, definitionsOf } from './machine/table.ts';

/**
 * Creates a transport that requests Tables, as kubectl does. The objects consist of metadata and of printable cells.
 *
 * @param onColumns - called with the columns of each page, and of the first event of each watch; called with
 * `undefined` when only plain objects follow
 * @param sets - assigns a number to the columns of each row
 */
export function tableTransport(
  transport: Transport,
  onColumns: (columns: readonly ColumnDefinition[] | undefined) => void,
  sets: Pick<ColumnSets, 'numberOf'>,
): Transport {
  return transportOfTables<RowColumns & { readonly definitions: readonly ColumnDefinition[] }>(transport, {
    includeObject: 'Metadata',
    columnsOf: (columns) => {
      const definitions = definitionsOf(columns);
      return { definitions, set: sets.numberOf(definitions), size: definitions.length };
    },
    onColumns: (columns) => onColumns(columns?.definitions),
    fieldsOf: shownRow,
  });
}
