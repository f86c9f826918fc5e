import type { ReflectOptions, ReflectorStatus } from '../../../reflector/index.ts';
import type { RecordedLine, RecordedRequest } from './recorded-line.ts';

/** What makes a reflector do again what the recorded one did. */
export interface AsRecorded {
  readonly options: Required<Pick<ReflectOptions, 'backoff' | 'watchTimeout' | 'random'>>;
  /** The recorded reflector left its request at the last line, or upon it. */
  readonly wasGivenUp: boolean;
  /** The last request has ended, and nothing follows. */
  readonly isOver: boolean;
  /** The last line left its request open: who recorded had no time to end. */
  readonly brokeOff: boolean;
  upcoming(next: Upcoming): void;
  /** Hears each line before it comes. */
  line(line: RecordedLine, isLast: boolean): void;
  status(status: ReflectorStatus): void;
}

/** The next request of a recording, or its end; `undefined`: something is wrong with what follows. */
export type Upcoming = RecordedRequest | 'end' | undefined;

/** Where every wait that is not told by the server is a random part of the same, ms. */
const backoff = { initial: 30_000, max: 30_000, resetAfter: 5_000 };
const watchTimeout = 300_000;

/**
 * Chance decided how long the recorded reflector waited, and how long its watches were to last: both can be seen in the
 * recording, so that here the reflector gets the number that leads there again.
 */
export function asRecorded(now: () => number): AsRecorded {
  let next: Upcoming;
  let last: RecordedLine['kind'] = 'header';
  let hasLeft = false;
  let verb = '';
  let status: ReflectorStatus = { phase: 'stopped' };

  /** Whether chance is asked for a wait; else it is for how long a watch is to last. */
  const decidesWait = (): boolean => {
    if ((status.phase === 'waiting' || status.phase === 'watching') && verb === 'list') {
      // A check of the server's version: a watch comes next at once, or a list after a wait.
      return next !== 'end' && (next?.verb !== 'watch' || next.isStreamedList);
    }
    if (status.phase === 'stopped' || status.phase === 'waiting') return false;
    if (last !== 'complete') return true;
    if (status.phase === 'watching') return now() - status.since < backoff.resetAfter;
    return verb === 'watch';
  };

  return {
    options: {
      backoff,
      watchTimeout,
      random() {
        if (next === 'end') return usual;
        if (decidesWait()) return Math.max(0, (next?.time ?? 0) - now()) / backoff.initial - 1;
        const timeoutSeconds = next?.timeoutSeconds;
        // Half a second more, for it is rounded down.
        return timeoutSeconds === undefined ? usual : (timeoutSeconds * 1_000 + 500) / watchTimeout - 1;
      },
    },
    get wasGivenUp() {
      return hasLeft;
    },
    get isOver() {
      return next === 'end' && ends.includes(last);
    },
    get brokeOff() {
      return last !== 'header' && !ends.includes(last);
    },
    upcoming(found) {
      next = found;
    },
    line(line, isLast) {
      hasLeft = isLast || line.kind === 'closed';
      if (line.kind === 'request') verb = line.verb;
      if (line.kind !== 'header' && line.kind !== 'other') last = line.kind;
    },
    status(told) {
      status = told;
    },
  };
}

const usual = 0.5;
const ends: readonly RecordedLine['kind'][] = ['error', 'complete', 'closed'];
