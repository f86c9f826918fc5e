import { map } from 'rxjs';
import { changeJson } from '../lines/change-json.ts';
import { jsonLine } from '../lines/one-line.ts';
import { statusJson } from '../lines/status-json.ts';
import type { Reporter } from './reporter.ts';

/** Lines of JSON for programs: every change as it is, every status. */
export const jsonReporter: Reporter = {
  change: (_, change, output) => output.printJson(changeJson(change)),
  statuses: ({ resource }) => map((status) => statusJson(resource, status)),
  notice: (about, text) => jsonLine(JSON.stringify({ resource: about?.resource, notice: text })),
};
