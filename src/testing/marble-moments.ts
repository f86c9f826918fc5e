import { aString, checkArgument, OptionsError } from '../objects/index.ts';

/** What happens at one time: `|` is the end, `#` an error, everything else a letter of a dictionary. */
export interface Moment {
  /** In ms, which are frames inside `TestScheduler.run`. */
  readonly at: number;
  readonly symbol: string;
}

/**
 * Reads a diagram as RxJS does inside `run`: one ms a character, blanks are nothing, `(ab)` is one time, `20ms ` passes
 * time. A subscription is none: `^` and `!` are refused.
 *
 * @throws OptionsError for what is no diagram
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

/** A time stands at the beginning or behind a blank, and ends with one. */
const token = /(?<![^ ])(\d+(?:\.\d+)?)(ms|s|m) |([^ ])/gu;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };
