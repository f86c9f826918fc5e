import { aString, checkArgument, OptionsError } from '../objects/index.ts';

/**
 * One notification of a diagram: `|` is the completion, `#` is an error, and every other symbol is a letter
 * for a value.
 */
export interface Moment {
  /** The time of the notification in ms. Inside `TestScheduler.run`, 1 ms is 1 frame. */
  readonly at: number;
  readonly symbol: string;
}

/**
 * Parses a diagram as RxJS does inside `run`: a character is 1 ms, blanks are ignored, `(ab)` is one time, and `20ms `
 * advances the time. The function refuses `^` and `!`, which belong to subscription diagrams.
 *
 * @throws OptionsError for an invalid diagram
 */
export function momentsOf(option: string, diagram: string): readonly Moment[] {
  checkArgument(option, diagram, aString);
  const moments: Moment[] = [];
  let now = 0;
  let group: number | undefined;
  for (const [, count, unit, symbol] of diagram.matchAll(token)) {
    if (count !== undefined) now += Number(count) * (units[unit ?? ''] ?? 1);
    if (symbol === undefined) continue;
    if (symbol === '^' || symbol === '!')
      throw new OptionsError(option, diagram, 'a diagram without ^ and !');
    if ((symbol === '(') === (group !== undefined) && (symbol === '(' || symbol === ')')) {
      throw new OptionsError(option, diagram, 'a diagram whose groups are closed');
    }
    if (symbol === '(') group = now;
    else if (symbol === ')') group = undefined;
    else if (symbol !== '-') moments.push({ at: group ?? now, symbol });
    now += 1;
  }
  if (group !== undefined) throw new OptionsError(option, diagram, 'a diagram whose groups are closed');
  return moments;
}

/**
 * Matches one symbol or one duration of a diagram. A duration is at the beginning or after a blank, and ends
 * with a blank.
 */
const token = /(?<![^ ])(\d+(?:\.\d+)?)(ms|s|m) |([^ ])/gu;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };
