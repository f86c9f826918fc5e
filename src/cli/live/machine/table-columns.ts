import { ageOf, type Column, nameColumn } from './column.ts';
import type { ColumnSets } from './column-sets.ts';
import { cellOf, cellsOf } from './objects-of-table.ts';
import type { ColumnDefinition } from './table.ts';

/**
 * The columns that the server defines, without those that kubectl keeps for `-o wide`. A server may send some objects plain: these
 * have their name, their age, and what a plain column of the same heading says.
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
    // The server's is of the moment when it was sent. What does not look like an age is something else of that name.
    text: (object, now) => {
      const sent = cell(object, now);
      return (isAge.test(sent) ? ageOf(object, now) : undefined) ?? sent;
    },
  };
}

const isAge = /^(\d+[ydhms])+$/;
