import { lowerBound } from './merge-sort.ts';
import type { Row } from './rows.ts';

/**
 * Where a reader is: at the top, at the end, or with a row. With a row it stays when others come and go; when the row
 * itself goes, the one behind it takes its place.
 */
export type Position =
  | { readonly at: 'top' }
  | { readonly at: 'end' }
  | { readonly at: 'row'; readonly section: number; readonly order: string };

/** What a key wants. */
export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'top' | 'end' | 'next' | 'previous';

/** What of sections can be seen: so many lines, of which each section has some for its headings. */
export interface Viewport {
  readonly height: number;
  readonly headings: number;
  readonly sections: readonly (readonly Row[])[];
}

/** The row in the first line below the headings. */
export interface Place {
  readonly section: number;
  readonly row: number;
}

/** Where the reader is now. */
export function placeOf(position: Position, viewport: Viewport): Place {
  const end = lastPlace(viewport);
  if (position.at === 'top') return start;
  if (position.at === 'end') return end;
  const rows = viewport.sections[position.section] ?? [];
  const row = Math.min(lowerBound(rows, position.order), linesOf(rows) - 1);
  return earlier({ section: position.section, row }, end);
}

/** Where the reader is after a key. */
export function moved(position: Position, move: Move, viewport: Viewport): Position {
  const { sections, height, headings } = viewport;
  const here = placeOf(position, viewport);
  const page = Math.max(1, height - headings - 1);
  switch (move) {
    case 'top':
      return { at: 'top' };
    case 'end':
      return { at: 'end' };
    case 'up':
      return stepped(here, -1, viewport);
    case 'down':
      return stepped(here, 1, viewport);
    case 'pageUp':
      return stepped(here, -page, viewport);
    case 'pageDown':
      return stepped(here, page, viewport);
    case 'previous':
      return positionOf(
        { section: Math.max(0, here.row > 0 ? here.section : here.section - 1), row: 0 },
        viewport,
      );
    case 'next': {
      const next = { section: here.section + 1, row: 0 };
      const end = lastPlace(viewport);
      const isThere = here.section === end.section && here.row === end.row;
      return isThere || next.section >= sections.length
        ? { at: 'top' }
        : positionOf(earlier(next, end), viewport);
    }
  }
}

const start: Place = { section: 0, row: 0 };

/** A section without rows takes a line to say so. */
const linesOf = (rows: readonly Row[]): number => Math.max(1, rows.length);

const earlier = (a: Place, b: Place): Place =>
  a.section < b.section || (a.section === b.section && a.row < b.row) ? a : b;

/** The first place from which the end can be seen. */
function lastPlace({ sections, height, headings }: Viewport): Place {
  let below = 0; // lines of what follows a section
  for (let section = sections.length - 1; section >= 0; section--) {
    const lines = linesOf(sections[section] ?? []);
    const over = headings + lines + below - height;
    if (over >= lines && section < sections.length - 1) return { section: section + 1, row: 0 };
    if (over >= 0) return { section, row: Math.min(over, lines - 1) };
    below += headings + lines + 1;
  }
  return start;
}

function stepped({ section, row }: Place, by: number, viewport: Viewport): Position {
  let line = row + by;
  let at = section;
  for (; line < 0 && at > 0; at--) line += linesOf(viewport.sections[at - 1] ?? []);
  for (; line >= linesOf(viewport.sections[at] ?? []) && at < viewport.sections.length - 1; at++) {
    line -= linesOf(viewport.sections[at] ?? []);
  }
  return positionOf(earlier({ section: at, row: Math.max(0, line) }, lastPlace(viewport)), viewport);
}

/** At the very top one wants to stay there, whatever comes before the first row. */
function positionOf({ section, row }: Place, { sections }: Viewport): Position {
  if (section === 0 && row === 0) return { at: 'top' };
  return { at: 'row', section, order: sections[section]?.[row]?.order ?? '' };
}
