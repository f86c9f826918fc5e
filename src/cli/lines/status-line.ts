import type { StatusText } from '../machine/status-text.ts';
import { clock } from './clock.ts';
import { oneLine } from './one-line.ts';
import { short } from './short.ts';
import type { Style } from './style.ts';

/**
 * Formats a status for people: `12:00:01 listing pods … 1500`.
 *
 * @param redact - removes credentials from a text, and shortens a very long text
 */
export function statusLine(
  { text, warning }: Pick<StatusText, 'text' | 'warning'>,
  now: number,
  style: Style,
  redact: (text: string) => string,
): string {
  const words = short(oneLine(redact(text)));
  return `${style.dim(clock(now))} ${warning ? style.warning(words) : words}`;
}
