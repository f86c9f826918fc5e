import type { Paint } from '../paint.ts';
import { type FittedColumn, fitColumns, gap } from './fit-columns.ts';
import type { Row } from './rows.ts';
import type { Section } from './section.ts';
import { fitted, widthOf } from './text-width.ts';
import type { Place } from './viewport.ts';

/** How much of a terminal there is. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Lines above the rows of a section: its name where there are several, and the headings of its columns. */
export function headingLines(sections: readonly Section[]): number {
  return sections.length > 1 ? 2 : 1;
}

/**
 * The tables from a place on, in at most so many lines. The headings of the section that is at the top stay there. Costs
 * as much as can be seen, however many rows there are.
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
  for (const [at, section] of sections.slice(first).entries()) {
    if (lines.length >= height) break;
    if (at > 0) lines.push('');
    if (isTitled) lines.push(paint.strong(fitted(`${section.title} (${section.size})`, columns).trimEnd()));

    const from = at === 0 ? row : 0;
    const seen = section.rows.slice(from, from + Math.max(0, height - lines.length - 1));
    lines.push(...tableLines(section, seen, columns, now, paint));
  }
  return lines.slice(0, height);
}

function tableLines(
  { columns, widths, rows, health }: Section,
  seen: readonly Row[],
  width: number,
  now: number,
  paint: Paint,
): readonly string[] {
  if (rows.length === 0) {
    const isKnown = health.state === 'watching';
    return [paint.dim(fitted(isKnown ? 'No resources found' : '…', width).trimEnd()), ''];
  }
  const texts = seen.map(({ object }) => columns.map(({ text }) => textOr(() => text(object, now))));
  const wanted = columns.map(({ heading }, at) =>
    texts.reduce((widest, cells) => Math.max(widest, widthOf(cells[at] ?? '')), widthOf(heading)),
  );
  const fittedColumns = fitColumns(columns, widths.steady(columns, wanted, width), width);
  const line = (cells: readonly string[]): string => lineOf(cells, columns, fittedColumns);

  return [
    paint.strong(line(columns.map(({ heading }) => heading))),
    ...seen.map(({ mark }, at) => painted(line(texts[at] ?? []), mark, paint)),
  ];
}

const lineOf = (
  cells: readonly string[],
  columns: readonly FittedColumn['column'][],
  shown: readonly FittedColumn[],
): string =>
  shown
    .map(({ column, width }) => fitted(cells[columns.indexOf(column)] ?? '', width))
    .join(' '.repeat(gap))
    .trimEnd();

function painted(line: string, mark: Row['mark'], paint: Paint): string {
  if (mark === undefined) return line;
  return mark === 'deleted' ? paint.gone(line) : paint[mark](line);
}

/** An object that is not of its kind's shape must not end the command. */
function textOr(text: () => string): string {
  try {
    return text();
  } catch {
    return '';
  }
}
