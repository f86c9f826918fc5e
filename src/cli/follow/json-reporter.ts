import { map } from 'rxjs';
import type { GroupVersionResource } from '../../objects/index.ts';
import { changeJson } from '../lines/change-json.ts';
import { jsonLine } from '../lines/one-line.ts';
import { short } from '../lines/short.ts';
import { statusJson } from '../lines/status-json.ts';
import type { Output } from '../output/output.ts';
import type { Reporter } from './reporter.ts';

/** Lines of JSON for programs: every change as it is, every status. */
export const jsonReporter = ({ redact }: Pick<Output, 'redact'>): Reporter => ({
  change: (_, change, output) => output.printJson(changeJson(change)),
  statuses: ({ resource }) => map((status) => statusJson(resource, status, redact)),
  notice: (about, text) => jsonNotice(about, short(redact(text))),
});

/** A line of JSON about something that is not of the collection itself. */
export function jsonNotice(about: GroupVersionResource | undefined, text: string): string {
  return jsonLine(JSON.stringify({ resource: about?.resource, notice: text }));
}
