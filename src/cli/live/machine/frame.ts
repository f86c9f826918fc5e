import { oneLine } from '../../lines/one-line.ts';
import type { Paint } from '../paint.ts';
import { bodyLines, headingLines, type Size } from './body-lines.ts';
import type { Section } from './section.ts';
import { statusLines } from './status-lines.ts';
import { fitted } from './text-width.ts';
import { type Place, placeOf, type Position, type Viewport } from './viewport.ts';

/** All that a frame depends on. */
export interface View {
  readonly sections: readonly Section[];
  readonly position: Position;
  readonly size: Size;
  /** Whether keys do something. */
  readonly hasKeys: boolean;
  /** Its URL; absent or `''`: nothing is said of it. */
  readonly server?: string;
}

/** What of the sections can be seen. */
export function viewportOf({ sections, size }: Pick<View, 'sections' | 'size'>): Viewport {
  return {
    height: bodyHeight(sections, size),
    headings: headingLines(sections),
    sections: sections.map(({ rows }) => rows),
  };
}

/** What a terminal shows: exactly as many lines as it has, none wider than it is. */
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

/** A rule above the status and a line of help below it, where that is not half of the terminal. */
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
