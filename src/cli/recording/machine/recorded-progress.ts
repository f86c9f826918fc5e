import type { ReflectOptions, ReflectorStatus } from '../../../reflector/index.ts';
import type { RecordedLine, RecordedRequest } from './recorded-line.ts';

/** Makes a reflector repeat the requests of the recorded reflector. */
export interface RecordedProgress {
  readonly options: Required<Pick<ReflectOptions, 'backoff' | 'watchTimeout' | 'random'>>;
  /**
   * Whether the recorded reflector cancelled its request at the last line, which is a `closed` line or the line before
   * it.
   */
  readonly wasCancelled: boolean;
  /** Whether the last request has ended, and no request follows. */
  readonly isOver: boolean;
  /** Whether the last line leaves its request open: the recorder had no time to end the request. */
  readonly isTruncated: boolean;
  upcoming(next: Upcoming): void;
  /** Records each line before the reflector gets it. */
  line(line: RecordedLine, isLast: boolean): void;
  status(status: ReflectorStatus): void;
}

/** The next request of a recording, or its end; `undefined` if the following lines are invalid. */
export type Upcoming = RecordedRequest | 'end' | undefined;

/** With this backoff, every wait that the server does not set is a random part of the same interval, ms. */
const backoff = { initial: 30_000, max: 30_000, resetAfter: 5_000 };
const watchTimeout = 300_000;

/**
 * Creates the options that repeat a recording. The recorded reflector chose at random how long it waited, and how long
 * its watches lasted. The recording shows both, so `random` returns the number that gives the same wait or duration
 * again.
 */
export function createRecordedProgress(now: () => number): RecordedProgress {
  let next: Upcoming;
  let last: RecordedLine['kind'] = 'header';
  let isCancelled = false;
  let verb = '';
  let status: ReflectorStatus = { phase: 'stopped' };

  /** Whether the reflector calls `random` for a wait; else the call is for the duration of a watch. */
  const decidesWait = (): boolean => {
    if ((status.phase === 'waiting' || status.phase === 'watching') && verb === 'list') {
      // After a probe of the server's version, a watch follows at once, or a list follows after a wait.
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
        // Add half a second, because the reflector rounds down.
        return timeoutSeconds === undefined ? usual : (timeoutSeconds * 1_000 + 500) / watchTimeout - 1;
      },
    },
    get wasCancelled() {
      return isCancelled;
    },
    get isOver() {
      return next === 'end' && ends.includes(last);
    },
    get isTruncated() {
      return last !== 'header' && !ends.includes(last);
    },
    upcoming(found) {
      next = found;
    },
    line(line, isLast) {
      isCancelled = isLast || line.kind === 'closed';
      if (line.kind === 'request') verb = line.verb;
      if (line.kind !== 'header' && line.kind !== 'other') last = line.kind;
    },
    status(current) {
      status = current;
    },
  };
}

const usual = 0.5;
const ends: readonly RecordedLine['kind'][] = ['error', 'complete', 'closed'];
