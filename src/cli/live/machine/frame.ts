import { oneLine } from '../../lines/one-line.ts';
import type { Paint } from '../paint.ts';
import { bodyLines, headingLines, type Size } from './body-lines.ts';
import type { Section } from './section.ts';
import { statusLines } from './status-lines.ts';
import { fitted } from './text-width.ts';
import { type Place, placeOf, type Position, type Viewport } from './viewport.ts';

/** The data for one frame of a live table. */
export interface View {
  readonly sections: readonly Section[];
  readonly position: Position;
  readonly size: Size;
  /** Whether the table reacts to keys of the keyboard. */
  readonly hasKeys: boolean;
  /** The URL of the server. If the URL is absent or `''`, the frame does not show it. */
  readonly server?: string;
}

/** Returns the viewport: the number of lines for rows and headings, and the rows of each section. */
export function viewportOf({ sections, size }: Pick<View, 'sections' | 'size'>): Viewport {
  return {
    height: bodyHeight(sections, size),
    headings: headingLines(sections),
    sections: sections.map(({ rows }) => rows),
  };
}

/**
 * Returns the lines of a frame. The number of lines is the height of the terminal, and no line is wider than the
 * terminal.
 */
export function frame(view: View, now: number, paint: Paint): readonly string[] {
  const { sections, position, size } = view;
  const { columns, rows } = size;
  const height = bodyHeight(sections, size);
  const place = placeOf(position, viewportOf(view));
  const body = bodyLines(sections, place, { columns, rows: height }, now, paint);
  const status = statusLines(sections, columns, statusHeight(sections, size), now, paint);
  const blank = Array.from({ length: height - body.length }, () => '');
  const foot = hasFoot(size) ? [paint.dim('─'.repeat(columns)), ...status] : status;
  const help = hasFoot(size) ? [paint.dim(fitted(helpText(view, place), columns).trimEnd())] : [];
  return [...body, ...blank, ...foot, ...help].slice(0, Math.max(0, rows));
}

/**
 * Whether the frame has a horizontal rule above the status lines and a help line below them. A small terminal has no
 * room for these two lines.
 */
const hasFoot = ({ rows }: Size): boolean => rows >= 8;

const statusHeight = (sections: readonly Section[], { rows }: Size): number =>
  Math.min(sections.length, Math.max(1, Math.floor(rows / 3)));

const bodyHeight = (sections: readonly Section[], size: Size): number =>
  Math.max(0, size.rows - statusHeight(sections, size) - (hasFoot(size) ? 2 : 0));

function helpText({ sections, hasKeys, server = '' }: View, { section, row }: Place): string {
  const tab = sections.length > 1 ? '   Tab next' : '';
  const keys = hasKeys ? `↑ ↓ PgUp PgDn Home End${tab}   q leave` : 'Ctrl-C leave';
  const count = sections[section]?.rows.length ?? 0;
  const place = row > 0 ? [`from row ${row + 1} of ${count}`] : [];
  return [keys, ...place, oneLine(server)].join('   ');
}
