import type { ReflectOptions, ReflectorStatus } from '../../../reflector/index.ts';
import type { RecordedLine, RecordedRequest } from './recorded-line.ts';

/** Controls a reflector so that it repeats the requests of the recorded reflector. */
export interface RecordedProgress {
  readonly options: Required<Pick<ReflectOptions, 'backoff' | 'watchTimeout' | 'random'>>;
  /**
   * Whether the recorded reflector cancelled its request at the current line. If true, the current line, or the next
   * line of the request, has the kind `closed`.
   */
  readonly wasCancelled: boolean;
  /** Whether the final request of the recording has ended. */
  readonly isOver: boolean;
  /** Whether the end of the current request is missing, because the recorder was stopped before the request ended. */
  readonly isTruncated: boolean;
  upcoming(next: Upcoming): void;
  /** Records a line. Called for each line before the reflector gets the line. */
  line(line: RecordedLine, isLast: boolean): void;
  status(status: ReflectorStatus): void;
}

/** The next request of a recording, or the end of the recording; `undefined` if the next lines are invalid. */
export type Upcoming = RecordedRequest | 'end' | undefined;

/**
 * With this backoff, each retry delay is a random value from the same interval, in ms, unless the server sets the
 * delay.
 */
const backoff = { initial: 30_000, max: 30_000, resetAfter: 5_000, notFound: 30_000 };
const watchTimeout = 300_000;

/**
 * Creates the options that repeat a recording. The recorded reflector chose each retry delay and the duration of each
 * watch at random. The recording contains both, so `random` returns the number that leads to the same delay or
 * duration.
 */
export function createRecordedProgress(now: () => number): RecordedProgress {
  let next: Upcoming;
  let last: RecordedLine['kind'] = 'header';
  let isCancelled = false;
  let verb = '';
  let status: ReflectorStatus = { phase: 'stopped' };

  /**
   * Whether the reflector calls `random` for a retry delay. If not, the reflector calls `random` for the duration of a
   * watch.
   */
  const decidesWait = (): boolean => {
    if ((status.phase === 'waiting' || status.phase === 'watching') && verb === 'list') {
      // This list request read the server's current resourceVersion. Then either a watch follows at once, or
      // a list follows after a retry delay.
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
        // Half a second is added, because the reflector rounds down to seconds.
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
