import { map } from 'rxjs';
import { changeJson } from '../lines/change-json.ts';
import { statusJson } from '../lines/status-json.ts';
import type { Reporter } from './reporter.ts';

/** Lines of JSON for programs: every change as it is, every status. */
export const jsonReporter: Reporter = {
  change: (_, change) => changeJson(change),
  statuses: ({ resource }) => map((status) => statusJson(resource, status)),
  notice: (about, text) => JSON.stringify({ resource: about?.resource, notice: text }),
};
