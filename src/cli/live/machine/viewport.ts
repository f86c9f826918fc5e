import { lowerBound } from './merge-sort.ts';
import type { Row } from './rows.ts';

/**
 * The scroll position: at the top, at the end, or at a row. If other rows are added or removed, the scroll
 * position follows its row. If the row itself is removed, the position moves to the next row.
 */
export type Position =
  | { readonly at: 'top' }
  | { readonly at: 'end' }
  | { readonly at: 'row'; readonly section: number; readonly order: string };

/** A scroll movement that the user requests with a key. */
export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'top' | 'end' | 'next' | 'previous';

/** The visible lines of the sections. Each section uses some of the lines for its headings. */
export interface Viewport {
  readonly height: number;
  readonly headings: number;
  readonly sections: readonly (readonly Row[])[];
}

/** The row in the first line below the headings, as the index of its section and its index in the section. */
export interface Place {
  readonly section: number;
  readonly row: number;
}

/** Returns the row at the top of the viewport for a scroll position. */
export function placeOf(position: Position, viewport: Viewport): Place {
  const end = lastPlace(viewport);
  if (position.at === 'top') return start;
  if (position.at === 'end') return end;
  const rows = viewport.sections[position.section] ?? [];
  const row = Math.min(lowerBound(rows, position.order), linesOf(rows) - 1);
  return earlier({ section: position.section, row }, end);
}

/** Returns the scroll position after a move. */
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

/** Returns the number of lines of a section. A section without rows uses one line for a message. */
const linesOf = (rows: readonly Row[]): number => Math.max(1, rows.length);

const earlier = (a: Place, b: Place): Place =>
  a.section < b.section || (a.section === b.section && a.row < b.row) ? a : b;

/** Returns the first place from which the end of the table is visible. */
function lastPlace({ sections, height, headings }: Viewport): Place {
  let below = 0; // total number of lines of all sections after `section`
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

/**
 * Returns the scroll position of a place. The first row of the first section has the position `top`. So the table stays
 * at the top when rows are added before that row.
 */
function positionOf({ section, row }: Place, { sections }: Viewport): Position {
  if (section === 0 && row === 0) return { at: 'top' };
  return { at: 'row', section, order: sections[section]?.[row]?.order ?? '' };
}
