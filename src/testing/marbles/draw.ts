import type { Emission } from './emissions-of.ts';

/** The maximum number of dashes in a diagram. A longer gap is drawn as a number, which is easier to read. */
const maxDashes = 20;

/**
 * Draws emissions as a diagram in the syntax of `TestScheduler.run`. In the diagram, a group such as `(ab)`
 * occupies one frame for each of its characters. The syntax cannot express another emission in these frames.
 * Instead, the diagram shows the time of that emission in brackets before the emission.
 */
export function draw(emissions: readonly Emission<unknown>[], letterOf: (value: unknown) => string): string {
  let line = '';
  let cursor = 0;
  for (const [frame, letters] of framesOf(emissions, letterOf)) {
    const drawn = letters.length === 1 ? letters.join('') : `(${letters.join('')})`;
    line += frame < cursor ? ` [${frame}ms]${drawn}` : `${gap(frame - cursor)}${drawn}`;
    cursor = frame + drawn.length;
  }
  return line.trim();
}

function gap(frames: number): string {
  return frames <= maxDashes ? '-'.repeat(frames) : ` ${frames}ms `;
}

function framesOf(
  emissions: readonly Emission<unknown>[],
  letterOf: (value: unknown) => string,
): ReadonlyMap<number, readonly string[]> {
  const frames = new Map<number, string[]>();
  for (const { frame, notification } of emissions) {
    const letter =
      notification.kind === 'N' ? letterOf(notification.value) : notification.kind === 'C' ? '|' : '#';
    const letters = frames.get(frame);
    if (letters === undefined) frames.set(frame, [letter]);
    else letters.push(letter);
  }
  return frames;
}
