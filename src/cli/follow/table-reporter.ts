import { asyncScheduler } from 'rxjs';
import { changeLine } from '../lines/change-line.ts';
import { statusLine } from '../lines/status-line.ts';
import { statusLines } from '../lines/status-lines.ts';
import type { Output } from '../output/output.ts';
import type { Reporter } from './reporter.ts';

/** Creates a reporter that writes lines for people. */
export function tableReporter(
  { style, tellStyle, redact }: Pick<Output, 'style' | 'tellStyle' | 'redact'>,
  now: () => number = () => asyncScheduler.now(),
): Reporter {
  return {
    change: (resource, change, output) => output.print(changeLine(resource, change, now(), style)),
    statuses: ({ resource }, size) => statusLines(resource, size, tellStyle, redact, now),
    notice: (_, text) => statusLine({ text, warning: true }, now(), tellStyle, redact),
  };
}
