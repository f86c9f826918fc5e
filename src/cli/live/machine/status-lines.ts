import type { Paint } from '../paint.ts';
import { type Health, problemText, stateOf, stateText } from './health.ts';
import type { Section } from './section.ts';
import { fitted, widthOf } from './text-width.ts';

/**
 * Returns a status line for each collection. If there is no room for all status lines, the collections with a problem
 * come first.
 *
 * @param most - maximum number of lines
 */
export function statusLines(
  sections: readonly Section[],
  width: number,
  most: number,
  now: number,
  paint: Paint,
): readonly string[] {
  const shown =
    sections.length <= most
      ? sections
      : [...sections]
          .sort((a, b) => urgency[stateOf(a.health, now)] - urgency[stateOf(b.health, now)])
          .slice(0, most);
  const parts = shown.map((section) => partsOf(section, now));
  const widths = [0, 1, 2, 3].map((at) =>
    Math.max(0, ...parts.map((line) => widthOf(partAt(line, at), width))),
  );

  return shown.map(({ health }, at) => {
    const texts = parts[at] ?? [];
    const columns = texts.map((text, part) =>
      part < texts.length - 1 ? fitted(text, widths[part] ?? 0) : text,
    );
    const line = fitted(columns.join('   ').trimEnd(), width).trimEnd();
    return looksOf(stateOf(health, now), paint)(line);
  });
}

/**
 * Returns the part of a status line at an index, for the alignment of the lines. The last part of a line is not
 * aligned, so the result for the last part is empty.
 */
const partAt = (parts: readonly string[], at: number): string =>
  at < parts.length - 1 ? (parts[at] ?? '') : '';

const urgency: Readonly<Record<Health['state'], number>> = {
  waiting: 0,
  stopped: 1,
  listing: 2,
  watching: 3,
};

/** Returns the parts of a status line. While a problem lasts, the line shows the problem instead of the counts. */
function partsOf({ title, health, size, rate }: Section, now: number): readonly string[] {
  const objects = `${size} ${size === 1 ? 'object' : 'objects'}`;
  const events = `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)} events/s`;
  const problem = problemText(health, now);
  const state = stateText(health, now);
  return stateOf(health, now) === 'waiting'
    ? [title, `${state}: ${problem}`]
    : [title, state, objects, events, problem];
}

function looksOf(state: Health['state'], paint: Paint): (text: string) => string {
  if (state === 'waiting') return paint.warning;
  return state === 'watching' ? (text) => text : paint.dim;
}
