import { deepFreeze, isRecord } from '../../objects/index.ts';

/** A column of the Tables of a server, as the server or a CRD (`additionalPrinterColumns`) defines it. */
export interface TableColumn {
  /** The heading, for example `Ready`. */
  readonly name: string;
  /** The type of the cells, as in OpenAPI: `string`, `integer`, `number`, `boolean` or `date`. */
  readonly type: string;
  /** The format of the cells, as in OpenAPI. The column with the format `name` has the name of the object. */
  readonly format: string;
  readonly description: string;
  /** 0 for a column that kubectl shows by default. kubectl shows the other columns only with `-o wide`. */
  readonly priority: number;
}

/** The sets of columns in the Tables of one source. A row on its way stores the number of its set instead of the columns. */
export interface TableColumnSets {
  /** Returns the number of the set of these column definitions. Equal definitions have the same number. */
  numberOf(definitions: readonly unknown[]): number;
  /** Returns the columns of a set; an empty array for an unknown number. */
  columnsOf(set: unknown): readonly TableColumn[];
}

export function createTableColumnSets(): TableColumnSets {
  const numbers = new Map<string, number>();
  const sets = new Map<unknown, readonly TableColumn[]>();
  let next = 0;
  return {
    numberOf(definitions) {
      const columns = definitions.slice(0, maxColumns).map(columnOf);
      const text = JSON.stringify(columns);
      const number = numbers.get(text) ?? next++;
      numbers.delete(text); // so that the set with the latest use is the last
      numbers.set(text, number);
      if (!sets.has(number)) sets.set(number, deepFreeze(columns));
      for (const [oldest, forgotten] of numbers) {
        if (numbers.size <= maxSets) break;
        numbers.delete(oldest);
        sets.delete(forgotten);
      }
      return number;
    },
    columnsOf: (set) => sets.get(set) ?? noColumns,
  };
}

/** The maximum number of columns of a Table. */
const maxColumns = 1_000;
/** The maximum number of sets. The columns change only when a CRD or the server changes. */
const maxSets = 16;
const noColumns: readonly TableColumn[] = [];

function columnOf(definition: unknown): TableColumn {
  const { name, type, format, description, priority } = isRecord(definition) ? definition : {};
  return {
    name: textOf(name),
    type: textOf(type),
    format: textOf(format),
    description: textOf(description),
    priority: typeof priority === 'number' ? priority : 0,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
