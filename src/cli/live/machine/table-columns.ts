import { ageOf, cellText, type Column } from './column.ts';
import { cellsOf } from './objects-of-table.ts';
import type { ColumnDefinition } from './table.ts';

/** Columns of a table that are shown: the work for a frame grows faster than their number. */
const mostColumns = 100;

/** The columns that the server defines, without those that kubectl keeps for `-o wide`. */
export function tableColumns(definitions: readonly ColumnDefinition[]): readonly Column[] {
  return definitions
    .flatMap((definition, at) => (definition.priority > 0 ? [] : [columnOf(definition, at)]))
    .slice(0, mostColumns);
}

function columnOf({ name, format }: ColumnDefinition, at: number): Column {
  const heading = cellText(name).toUpperCase();
  const cell: Column['text'] = (object) => cellText(cellsOf(object)?.[at]);
  if (format === 'name') return { heading, text: cell, isName: true };
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
