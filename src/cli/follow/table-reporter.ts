import { asyncScheduler } from 'rxjs';
import { changeLine } from '../lines/change-line.ts';
import { statusLine } from '../lines/status-line.ts';
import { statusLines } from '../lines/status-lines.ts';
import type { Style } from '../lines/style.ts';
import type { Reporter } from './reporter.ts';

/** Lines for people. */
export function tableReporter(
  { style, tellStyle }: { readonly style: Style; readonly tellStyle: Style },
  now: () => number = () => asyncScheduler.now(),
): Reporter {
  return {
    change: (resource, change, output) => output.print(changeLine(resource, change, now(), style)),
    statuses: ({ resource }, size) => statusLines(resource, size, tellStyle, now),
    notice: (_, text) => statusLine({ text, warning: true }, now(), tellStyle),
  };
}
