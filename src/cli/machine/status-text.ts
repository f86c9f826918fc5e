import type { InformerStatus } from '../../informer/index.ts';
import { connectionProblem } from '../connection/connection-problem.ts';
import { objectCount } from './object-count.ts';

/** A line about a collection, and whether the line reports a problem. */
export interface StatusText {
  readonly text: string;
  readonly warning: boolean;
  /** The time in ms that a status must last before the command prints its line. */
  readonly after: number;
}

/** Converts each status of an informer to a line. Returns `undefined` if the status needs no line. */
export type StatusReader = (status: InformerStatus, objects: number, now: number) => StatusText | undefined;

/** Minimum time between two lines about the progress of a list, in ms. */
const progressEvery = 1_000;

/**
 * How long a watch must last before its line is printed, in ms. A watch counts as open as soon as the reflector
 * requests it. If a server is down, a watch also counts as open at each retry.
 */
const minimumWatchTime = 2_000;

/**
 * Creates a reader that decides what the command prints about one collection. The reader prints the first list, the
 * start of the watch, each failure with the next retry, and the recovery. The reader prints no line about a renewed
 * watch, or about a relist because of an expired resourceVersion.
 *
 * @param resource - the name of the resource
 */
export function createStatusReader(resource: string): StatusReader {
  let begun = false;
  let watched = false;
  let trouble = true; // true at first, so that the first list and the first watch are printed
  let lastLine = -Infinity;

  const line = (now: number, text: string, warning = false, after = 0): StatusText => {
    lastLine = now;
    return { text, warning, after };
  };

  return (status, objects, now) => {
    if ('incident' in status) return line(now, `${resource}: ${status.incident.message}`, true);

    switch (status.phase) {
      case 'stopped':
        return undefined;
      case 'listing': {
        const first = status.received === 0;
        if (!trouble || (!first && now - lastLine < progressEvery)) return undefined;
        if (first && begun) return undefined; // the line about the latest failure has already announced this retry
        begun = true;
        return line(now, `listing ${resource} …${first ? '' : ` ${status.received}`}`);
      }
      case 'watching': {
        if (!trouble || !status.hasSynced) return undefined;
        trouble = false;
        if (watched) return line(now, `watching ${resource} again`, false, minimumWatchTime);
        watched = begun = true;
        return line(now, `watching ${resource}, ${objectCount(objects)}`);
      }
      case 'waiting': {
        const { error, failure, retryAt, since } = status;
        if (retryAt <= since && (failure === 'unsupported' || failure === 'expired')) return undefined;
        trouble = true;
        return line(now, `${resource}: ${connectionProblem(error)}; ${nextTry(retryAt - since)}`, true);
      }
    }
  };
}

function nextTry(delay: number): string {
  return delay <= 0 ? 'trying again at once' : `next try in ${Math.ceil(delay / 1_000)} s`;
}
