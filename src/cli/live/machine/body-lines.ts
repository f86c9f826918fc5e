import type { Paint } from '../paint.ts';
import type { Column } from './column.ts';
import { type FittedColumn, fitColumns, floorOf, gap } from './fit-columns.ts';
import type { Row } from './rows.ts';
import type { Section } from './section.ts';
import { fitted, isAscii, startFor, widthOf } from './text-width.ts';
import type { Place } from './viewport.ts';

/** The size of a terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns the number of heading lines of a section: one line for the column headings, and one line for the title if
 * there are several sections.
 */
export function headingLines(sections: readonly Section[]): number {
  return sections.length > 1 ? 2 : 1;
}

/**
 * Returns the lines of the tables from the given place, at most `rows` lines of the terminal. Always includes the
 * headings of the first visible section. The cost depends on the number of visible rows, not on the number of all rows.
 */
export function bodyLines(
  sections: readonly Section[],
  { section: first, row }: Place,
  { columns, rows: height }: Size,
  now: number,
  paint: Paint,
): readonly string[] {
  const lines: string[] = [];
  const isTitled = sections.length > 1;
  const widthIn = widthWithin(2 * columns * height);
  for (const [at, section] of sections.slice(first).entries()) {
    if (lines.length >= height) break;
    if (at > 0) lines.push('');
    if (isTitled) lines.push(paint.strong(fitted(`${section.title} (${section.size})`, columns).trimEnd()));

    const from = at === 0 ? row : 0;
    const seen = section.rows.slice(from, from + Math.max(0, height - lines.length - 1));
    lines.push(...tableLines(section, seen, columns, now, paint, widthIn));
  }
  return lines.slice(0, height);
}

function tableLines(
  { columns, widths, rows, size, health }: Section,
  seen: readonly Row[],
  width: number,
  now: number,
  paint: Paint,
  widthIn: WidthOf,
): readonly string[] {
  if (rows.length === 0) {
    const isKnown = health.state === 'watching' && size === 0;
    return [paint.dim(fitted(isKnown ? 'No resources found' : '…', width).trimEnd()), ''];
  }
  const { texts, wanted } = measured(columns, seen, width, now, widthIn);
  const shown = fitColumns(columns, widths.steady(columns, wanted, width), width).map((one) => ({
    ...one,
    texts: texts.get(one.column) ?? [],
  }));
  const line = (cellOf: (one: ShownColumn) => string): string =>
    shown
      .map((one) => fitted(cellOf(one), one.width))
      .join(' '.repeat(gap))
      .trimEnd();

  return [
    paint.strong(line(({ column }) => column.heading)),
    ...seen.map(({ mark }, at) =>
      painted(
        line((one) => one.texts[at] ?? ''),
        mark,
        paint,
      ),
    ),
  ];
}

interface ShownColumn extends FittedColumn {
  readonly texts: readonly string[];
}

interface Measured {
  readonly texts: ReadonlyMap<Column, readonly string[]>;
  readonly wanted: readonly number[];
}

/**
 * Returns the cells of the columns, and the wanted width of each column, at most the width of the terminal. Skips the
 * columns that do not fit on the terminal, because a server may send a hundred columns with long cells.
 */
function measured(
  columns: readonly Column[],
  seen: readonly Row[],
  width: number,
  now: number,
  widthIn: WidthOf,
): Measured {
  const texts = new Map<Column, readonly string[]>();
  const wanted = new Map<Column, number>();
  let room = width + gap;
  for (const column of [...columns].sort(namesFirst)) {
    if (room < 0) break;
    const cells = seen.map(({ object }) => textOr(() => column.text(object, now)));
    const widest = widestOf([column.heading, ...cells], width, widthIn);
    texts.set(column, cells);
    wanted.set(column, widest);
    room -= Math.max(1, floorOf({ column, width: widest })) + gap;
  }
  return { texts, wanted: columns.map((column) => wanted.get(column) ?? 0) };
}

/** Sorts name columns first, because the table drops name columns last if there is not enough room. */
const namesFirst = (a: Column, b: Column): number => Number(b.isName ?? false) - Number(a.isName ?? false);

function widestOf(texts: readonly string[], most: number, widthIn: WidthOf): number {
  let widest = 0;
  for (const text of texts) {
    if (widest >= most) break;
    widest = Math.max(widest, widthIn(text, most));
  }
  return widest;
}

type WidthOf = (text: string, most: number) => number;

/**
 * Creates a function that measures texts. `most` is the total number of characters to measure. After that total, each
 * character counts as one column. The limit is necessary, because a server may fill all cells with characters that take
 * microseconds each.
 */
function widthWithin(most: number): WidthOf {
  let left = most;
  return (text, limit) => {
    if (left <= 0 || isAscii(text)) return Math.min(text.length, limit);
    left -= startFor(text, limit).length;
    return widthOf(text, limit);
  };
}

function painted(line: string, mark: Row['mark'], paint: Paint): string {
  if (mark === undefined) return line;
  return mark === 'deleted' ? paint.gone(line) : paint[mark](line);
}

/**
 * Returns the result of `text`, or `''` if `text` throws, so that a malformed object does not end the
 * command.
 */
function textOr(text: () => string): string {
  try {
    return text();
  } catch {
    return '';
  }
}
