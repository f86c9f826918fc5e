import { map } from 'rxjs';
import type { GroupVersionResource } from '../../objects/index.ts';
import { changeJson } from '../lines/change-json.ts';
import { jsonLine } from '../lines/one-line.ts';
import { short } from '../lines/short.ts';
import { statusJson } from '../lines/status-json.ts';
import type { Output } from '../output/output.ts';
import type { Reporter } from './reporter.ts';

/**
 * Creates a reporter that writes lines of JSON for programs: each status, and each change with its complete objects.
 */
export const jsonReporter = ({ redact }: Pick<Output, 'redact'>): Reporter => ({
  change: (_, change, output) => output.printJson(changeJson(change)),
  statuses: ({ resource }) => map((status) => statusJson(resource, status, redact)),
  notice: (about, text) => jsonNotice(about, short(redact(text))),
});

/** Formats a notice as a line of JSON. A notice is a message of the command itself, not a change or a status. */
export function jsonNotice(about: GroupVersionResource | undefined, text: string): string {
  return jsonLine(JSON.stringify({ resource: about?.resource, notice: text }));
}
