import type { InformerStatus } from '../../informer/index.ts';
import { connectionProblem } from '../connection/connection-problem.ts';
import { objectCount } from './object-count.ts';

/** A line about a collection, and whether something went wrong. */
export interface StatusText {
  readonly text: string;
  readonly warning: boolean;
  /** Ms for which the status has to last before the line is worth its place. */
  readonly after: number;
}

/** Reads one status after the other; `undefined`: nothing that a person would want to know. */
export type StatusReader = (status: InformerStatus, objects: number, now: number) => StatusText | undefined;

/** Progress of a list is told so often at most, ms. */
const progressEvery = 1_000;

/**
 * A watch counts as open when it is asked for, which a server that is down lets happen at each try: this long it has to
 * last before it is told, ms.
 */
const settled = 2_000;

/**
 * What to tell people about one collection: the first list, that it is watched, each failure with the next try, and that
 * it works again. A watch that is merely renewed is not told, nor a list that follows from its version's age.
 *
 * @param resource - its name
 */
export function createStatusReader(resource: string): StatusReader {
  let begun = false;
  let watched = false;
  let trouble = true; // nothing is known yet
  let lastLine = -Infinity;

  const tell = (now: number, text: string, warning = false, after = 0): StatusText => {
    lastLine = now;
    return { text, warning, after };
  };

  return (status, objects, now) => {
    if ('incident' in status) return tell(now, `${resource}: ${status.incident.message}`, true);

    switch (status.phase) {
      case 'stopped':
        return undefined;
      case 'listing': {
        const first = status.received === 0;
        if (!trouble || (!first && now - lastLine < progressEvery)) return undefined;
        if (first && begun) return undefined; // a failure since then was told with its next try
        begun = true;
        return tell(now, `listing ${resource} …${first ? '' : ` ${status.received}`}`);
      }
      case 'watching': {
        if (!trouble || !status.hasSynced) return undefined;
        trouble = false;
        if (watched) return tell(now, `watching ${resource} again`, false, settled);
        watched = begun = true;
        return tell(now, `watching ${resource}, ${objectCount(objects)}`);
      }
      case 'waiting': {
        const { error, failure, retryAt, since } = status;
        if (retryAt <= since && (failure === 'unsupported' || failure === 'expired')) return undefined;
        trouble = true;
        return tell(now, `${resource}: ${connectionProblem(error)}; ${nextTry(retryAt - since)}`, true);
      }
    }
  };
}

function nextTry(delay: number): string {
  return delay <= 0 ? 'trying again at once' : `next try in ${Math.ceil(delay / 1_000)} s`;
}
