import {
  concatMap,
  defer,
  EMPTY,
  finalize,
  map,
  NEVER,
  type Observable,
  of,
  repeat,
  takeWhile,
  throwError,
} from 'rxjs';
import {
  aFunction,
  checkArgument,
  checkOptions,
  ConnectionError,
  type KubeObject,
  oneOf,
} from '../objects/index.ts';
import type { IncidentListener, ListerWatcher, ListPage, WatchEvent } from '../source/index.ts';
import { aSpeed, type PlaybackSchedule, playbackSchedule } from './replay.ts';
import { type Lines, someLines } from './read-lines.ts';
import { errorFrom } from './machine/error-json.ts';
import { type RecordedEntry, recordedRequests } from './recorded-requests.ts';
import { type RequestStart, differenceOf } from './machine/request-entry.ts';
import { trampoline$ } from '../scheduling/index.ts';
import { RecordingError } from './recording-error.ts';

/** The options of `replayListerWatcher`. */
export interface ReplayListerWatcherOptions {
  /**
   * The replay divides the recorded intervals by this number. Default: 1. With Infinity, the replay does not
   * wait.
   */
  readonly speed?: number;
  /**
   * The behaviour of a request when the recording has no further entries for the request. With 'error' (the default),
   * the request errors with a `RecordingError` whose problem is 'ended'. This error ends a reflector. With 'never', the
   * request emits nothing more.
   */
  readonly end?: 'error' | 'never';
  /** A callback that gets the recorded time of each entry, in ms, before the entry is replayed. */
  readonly onTime?: (time: number) => void;
}

/**
 * The time in ms that a replayed request waits for an unsubscribe, if the recorded request was cancelled.
 * After this time, the request errors.
 */
const cancelDelay = 1_000;

/**
 * Creates a source that replays a recording of `recordListerWatcher`. The n-th request gets the responses and
 * failures of the n-th recorded request, at their recorded intervals. The source uses the clock of RxJS, so
 * inside `TestScheduler.run` it works in virtual time. A recorded problem can thus become a test.
 *
 * - A request that differs from the recorded request (a list instead of a watch, another version) errors with a
 *   `RecordingError` whose problem is 'mismatch'. The error ends a reflector, because its options or its behaviour
 *   differ from the recording. The page size and the timeout of a watch may differ.
 * - A request that was cancelled in the recording, for example because it was idle, emits nothing more. If
 *   the subscriber does not unsubscribe from the request within one second, the request errors.
 * - The option `end` applies to the end of the recording. A truncated last line, or an invalid line, is always a
 *   `RecordingError`.
 *
 * The lines are read once: a second or restarted reflector continues at the line where the first reflector stopped. So
 * the lines stay open until their end. To close them earlier, use `takeUntil`, or `close` of the file. The speed does
 * not change the timers of the reflector, such as its backoff.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 *
 * const night = readFileSync('night.ndjson', 'utf8').split('\n');
 * new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(() => {
 *   const pods = informer(replayListerWatcher<Pod>(night));
 *   pods.changes().subscribe({ error: ({ problem }) => expect(problem).toBe('ended') });
 * });
 * ```
 */
export function replayListerWatcher<T extends KubeObject>(
  lines: Lines,
  options: ReplayListerWatcherOptions = {},
): ListerWatcher<T> {
  checkArgument('replayListerWatcher: lines', lines, someLines);
  checkOptions('replayListerWatcher', options, {
    speed: aSpeed,
    end: oneOf('error', 'never'),
    onTime: aFunction,
  });
  const { speed = 1, end = 'error', onTime } = options;
  const requests = recordedRequests(lines);

  const recordingEnd = (): Observable<never> =>
    end === 'never' ? NEVER : throwError(() => endedAt(requests.line));

  const replayed = (start: RequestStart, onIncident: IncidentListener | undefined): Observable<unknown> =>
    defer(() => {
      const request = requests.open();
      let schedule: PlaybackSchedule | undefined;

      /** Returns the effect of a recorded entry in the replay: at most one value, or the completion. */
      const stepOf = ({ entry, time, line }: RecordedEntry): Observable<ReplayStep> => {
        if ('verb' in entry) {
          const difference = differenceOf(entry, start);
          if (difference !== undefined) throw mismatch(difference, line);
          schedule = playbackSchedule(time, speed);
          return EMPTY;
        }
        if ('page' in entry) return of({ value: entry.page });
        if ('event' in entry) return of({ value: entry.event });
        if ('error' in entry) throw errorFrom(entry.error);
        if ('complete' in entry) return of('complete');
        if ('closed' in entry)
          return requests
            .hasRequestAfter(line)
            .pipe(concatMap((hasMore) => (hasMore ? cancelled(time) : recordingEnd())));
        onIncident?.(errorFrom(entry.incident), entry.count);
        return EMPTY;
      };
      const cancelled = (time: number): Observable<never> =>
        (schedule ?? playbackSchedule(time, speed))(time + cancelDelay).pipe(
          concatMap(() => throwError(cancelledError)),
        );

      return requests.next(request).pipe(
        concatMap((recorded) => {
          if (recorded === undefined) return recordingEnd();
          const wait$ = schedule === undefined ? of(undefined) : schedule(recorded.time);
          return wait$.pipe(
            concatMap(() => {
              onTime?.(recorded.time);
              return stepOf(recorded);
            }),
          );
        }),
        repeat({ delay: () => trampoline$ }),
        takeWhile((step) => step !== 'complete'),
        map(({ value }) => value),
        finalize(() => requests.close(request)),
      );
    });

  return {
    list: (list = {}, { onIncident } = {}) =>
      replayed({ verb: 'list', options: list }, onIncident) as Observable<ListPage<T>>,
    watch: (watch = {}, { onIncident } = {}) =>
      replayed({ verb: 'watch', options: watch }, onIncident) as Observable<WatchEvent<T>>,
  };
}

type ReplayStep = { readonly value: unknown } | 'complete';

const endedAt = (line: number): RecordingError =>
  new RecordingError(
    'ended',
    "the recording ends here, and all of it has been replayed; end what listens before, or give `end: 'never'`",
    { line },
  );

const mismatch = (difference: string, line: number): RecordingError =>
  new RecordingError(
    'mismatch',
    `${difference}; replay to one reflector, with the options it was recorded with, or record again`,
    { line },
  );

const cancelledError = (): ConnectionError =>
  new ConnectionError('the recorded request was cancelled here: the recording has nothing after this point', {
    answered: true,
  });
