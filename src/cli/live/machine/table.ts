import { cutText, isRecord } from '../../../objects/index.ts';
import { cellText } from './column.ts';

/** The definition of a column of a Table (meta.k8s.io/v1). */
export interface ColumnDefinition {
  /** The heading in capitals. No two columns of a Table have the same heading. */
  readonly heading: string;
  readonly format: string;
  readonly priority: number;
}

/** The maximum number of columns that are read from a Table. No terminal has room for more columns. */
const maxColumns = 100;
const longestHeading = 100;

/** Reads the column definitions of a Table. */
export function definitionsOf(columns: readonly unknown[]): readonly ColumnDefinition[] {
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
