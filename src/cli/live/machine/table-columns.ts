import { ageOf, type Column, nameColumn } from './column.ts';
import type { ColumnSets } from './column-sets.ts';
import { cellOf, cellsOf } from './objects-of-table.ts';
import type { ColumnDefinition } from './table.ts';

/**
 * Returns the columns that the server defines, without the columns that kubectl shows only with `-o wide`. A server may
 * send some objects without a Table. For an object without a Table, the columns show the name, the age, and the text of
 * the plain column with the same heading.
 */
export function tableColumns(
  definitions: readonly ColumnDefinition[],
  plain: readonly Column[],
  sets: Pick<ColumnSets, 'placesIn'>,
): readonly Column[] {
  return definitions.flatMap((definition) =>
    definition.priority > 0 ? [] : [columnOf(definition, plain, sets)],
  );
}

function columnOf(
  { heading, format }: ColumnDefinition,
  plain: readonly Column[],
  sets: Pick<ColumnSets, 'placesIn'>,
): Column {
  const isName = format === 'name';
  const ofPlain = isName ? nameColumn : plain.find((column) => column.heading === heading);
  const cell: Column['text'] = (object, now) => {
    const cells = cellsOf(object, sets);
    const text = cells === undefined ? '' : cellOf(cells, heading);
    return text === '' && (isName || cells === undefined) ? (ofPlain?.text(object, now) ?? '') : text;
  };
  if (isName) return { heading, text: cell, isName };
  if (heading !== 'AGE') return { heading, text: cell };
  return {
    heading,
    // The server computed the age in the cell when it sent the row. So each frame computes the current age.
    // If the cell does not look like an age, the column shows the cell.
    text: (object, now) => {
      const sent = cell(object, now);
      return (isAge.test(sent) ? ageOf(object, now) : undefined) ?? sent;
    },
  };
}

const isAge = /^(\d+[ydhms])+$/;
