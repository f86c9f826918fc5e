import type { Line, Moment } from './diagram.ts';

/** The sizes in units of the SVG view box. The page scales the picture by its width. */
const size = { column: 22, row: 40, radius: 12, label: 7.6, padding: 14 };

/** A pause with more frames than this number is drawn shorter, with a gap and a label for its duration. */
const longestPause = 8;

/** Draws a marble diagram as an SVG. `.marbles` in styles.css defines the colours. */
export function drawDiagram(lines: readonly Line[], title: string): string {
  const labels = Math.max(...lines.map(({ label }) => label.length)) * size.label + 2 * size.padding;
  const time = timeScale(lines);
  const width = labels + time.width + 2 * size.padding;
  const height = lines.length * size.row + size.padding;
  const rows = lines.map((line, nth) => drawLine(line, nth, labels, time));
  const breaks = time.breaks.map(({ at, text }) => {
    const x = labels + at;
    return `<g class="break"><path d="M${x - 4},6 l4,6 l-4,6 M${x + 2},6 l4,6 l-4,6"/><text x="${x}" y="${height - 2}">${text}</text></g>`;
  });
  return (
    `<svg class="marbles" role="img" viewBox="0 0 ${round(width)} ${height + (breaks.length > 0 ? 12 : 0)}" ` +
    `style="max-width:${round(width)}px"><title>${escaped(title)}</title>${rows.join('')}${breaks.join('')}</svg>`
  );
}

interface TimeScale {
  /** Returns the horizontal position of a frame. */
  readonly x: (frame: number) => number;
  readonly width: number;
  readonly breaks: readonly { readonly at: number; readonly text: string }[];
}

/** Computes the horizontal positions of the frames. Long pauses without values are shortened. */
function timeScale(lines: readonly Line[]): TimeScale {
  const frames = new Set([0]);
  for (const { moments, end } of lines) {
    frames.add(end);
    for (const moment of spread(moments)) frames.add(moment.slot);
  }
  const sorted = [...frames].sort((a, b) => a - b);
  const places = new Map([[0, size.padding]]);
  const breaks: { at: number; text: string }[] = [];
  let x = size.padding;
  for (const [nth, frame] of sorted.entries()) {
    if (nth === 0) continue;
    const pause = frame - (sorted[nth - 1] ?? 0);
    const drawn = Math.min(pause, longestPause) * size.column;
    if (pause > longestPause) breaks.push({ at: x + drawn / 2, text: duration(pause) });
    x += drawn;
    places.set(frame, x);
  }
  return { x: (frame) => places.get(frame) ?? x, width: x + size.column, breaks };
}

interface Placed extends Moment {
  /**
   * The frame at which the marble is drawn. The values of a group have the same frame, but they are drawn side by
   * side.
   */
  readonly slot: number;
}

function spread(moments: readonly Moment[]): readonly Placed[] {
  let frame = -1;
  let slot = -1;
  return moments.map((moment) => {
    slot = moment.frame === frame ? slot + 1 : moment.frame;
    frame = moment.frame;
    return { ...moment, slot };
  });
}

function drawLine({ label, moments, end }: Line, nth: number, left: number, time: TimeScale): string {
  const y = nth * size.row + size.row / 2;
  const last = left + time.x(end) + size.column / 2;
  const placed = spread(moments);
  const groups = placed.filter(({ slot, frame }) => slot !== frame);
  return [
    `<text class="label" x="${size.padding}" y="${y + 4}">${escaped(label)}</text>`,
    `<line class="time" x1="${left}" y1="${y}" x2="${round(last)}" y2="${y}"/>`,
    `<path class="time" d="M${round(last)},${y} l-6,-4 m6,4 l-6,4"/>`,
    ...groups.map(({ slot, frame }) => {
      const [from, to] = [left + time.x(frame), left + time.x(slot)];
      return `<line class="together" x1="${round(from)}" y1="${y}" x2="${round(to)}" y2="${y}"/>`;
    }),
    ...placed.map((moment) => drawMoment(moment, left + time.x(moment.slot), y)),
  ].join('');
}

function drawMoment({ kind, text }: Moment, x: number, y: number): string {
  const at = round(x);
  switch (kind) {
    case 'value':
      return (
        `<g class="value hue-${hueOf(text)}"><rect x="${round(x - halfWidth(text))}" y="${y - size.radius}" ` +
        `width="${round(2 * halfWidth(text))}" height="${2 * size.radius}" rx="${size.radius}"/>` +
        `<text x="${at}" y="${y + 5}">${escaped(text)}</text></g>`
      );
    case 'complete':
      return `<line class="complete" x1="${at}" y1="${y - 13}" x2="${at}" y2="${y + 13}"/>`;
    case 'error':
      return `<path class="error" d="M${at - 8},${y - 8} l16,16 m0,-16 l-16,16"/>`;
    case 'subscribe':
      return `<path class="subscription" d="M${at - 6},${y + 12} l6,-10 l6,10"/>`;
    case 'unsubscribe':
      return `<path class="subscription" d="M${at - 6},${y - 12} l6,10 l6,-10"/>`;
  }
}

/**
 * Returns half the width of a marble. A marble with one or two letters is a circle, and a marble with a longer text is
 * wider.
 */
const halfWidth = (text: string): number => Math.max(size.radius, (text.length * size.label) / 2 + 5);

/**
 * Returns a colour as a number from 0 to 5. A small letter and its capital letter get the same colour, because they
 * stand for a delta and the changes that this delta causes.
 */
const hueOf = (text: string): number => (text.toLowerCase().codePointAt(0) ?? 0) % 6;

function duration(frames: number): string {
  if (frames % 60_000 === 0) return `${frames / 60_000} min`;
  return frames >= 10_000 && frames % 1_000 === 0 ? `${frames / 1_000} s` : `${frames} ms`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
