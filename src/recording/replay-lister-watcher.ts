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
import { aSpeed, type Due, dueFrom } from './replay.ts';
import { type Lines, someLines } from './pull-lines.ts';
import { errorFrom } from './machine/error-json.ts';
import { type Letter, requestLetters } from './request-letters.ts';
import { type Asked, differenceOf } from './machine/request-entry.ts';
import { trampoline$ } from '../scheduling/index.ts';
import { RecordingError } from './recording-error.ts';

/** How requests are replayed. */
export interface ReplayListerWatcherOptions {
  /** What the distances in time are divided by. Default 1; Infinity: at once. */
  readonly speed?: number;
  /**
   * What a request gets that has had all that was recorded, and one that was never recorded. Default 'error': a
   * `RecordingError` with the problem 'ended', which ends a reflector; 'silence': nothing more.
   */
  readonly end?: 'error' | 'silence';
  /** Hears the recorded time, ms, of each thing before it comes again. */
  readonly onTime?: (time: number) => void;
}

/** A request that was given up when it was recorded, and is not now, breaks off so much later, ms. */
const grace = 1_000;

/**
 * A source of what `recordListerWatcher` wrote: the n-th request gets what the n-th was answered, failures too, at its
 * distances in time from the request. The clock is RxJS's own, so virtual time needs no option: inside
 * `TestScheduler.run` a night takes no time, and what went wrong in it is a spec.
 *
 * - Asked for something other than was recorded (a list for a watch, another version), the request ends with a
 *   `RecordingError` with the problem 'other', and a reflector with it: its options, or what it does, are not those of the
 *   recording. The size of pages and the timeout of a watch may differ.
 * - Where the asker had given a request up, as it does with one that fell silent, nothing more comes of it; should it not
 *   be given up this time, it breaks off a second later.
 * - At the end of the recording, see `end`. A last line that is cut off is told as a `RecordingError` in its place,
 *   whatever `end` says; so is a line that is garbled.
 *
 * The lines go by once, as time does: a second reflector, or a restarted one, goes on where the first one was. So they
 * stay open when nobody asks any more, until they end: end what they come from, with `takeUntil` or its `close`. With a
 * speed other than 1 the reflector's own timers, its backoff for one, stay as they are.
 *
 * @throws OptionsError for an option that is none
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
    end: oneOf('error', 'silence'),
    onTime: aFunction,
  });
  const { speed = 1, end = 'error', onTime } = options;
  const letters = requestLetters(lines);

  const over = (): Observable<never> => (end === 'silence' ? NEVER : throwError(() => endedAt(letters.line)));

  const answered = (asked: Asked, onIncident: IncidentListener | undefined): Observable<unknown> =>
    defer(() => {
      const request = letters.open();
      let due: Due | undefined;

      /** What an entry says: at most one value, or that nothing follows. */
      const said = ({ entry, time, line }: Letter): Observable<Said> => {
        if ('verb' in entry) {
          const difference = differenceOf(entry, asked);
          if (difference !== undefined) throw other(difference, line);
          due = dueFrom(time, speed);
          return EMPTY;
        }
        if ('page' in entry) return of({ value: entry.page });
        if ('event' in entry) return of({ value: entry.event });
        if ('error' in entry) throw errorFrom(entry.error);
        if ('complete' in entry) return of('complete');
        if ('closed' in entry)
          return letters.goesOnAfter(line).pipe(concatMap((more) => (more ? brokenOff(time) : over())));
        onIncident?.(errorFrom(entry.incident), entry.count);
        return EMPTY;
      };
      const brokenOff = (time: number): Observable<never> =>
        (due ?? dueFrom(time, speed))(time + grace).pipe(concatMap(() => throwError(givenUp)));

      return letters.next(request).pipe(
        concatMap((letter) => {
          if (letter === undefined) return over();
          const due$ = due === undefined ? of(undefined) : due(letter.time);
          return due$.pipe(
            concatMap(() => {
              onTime?.(letter.time);
              return said(letter);
            }),
          );
        }),
        repeat({ delay: () => trampoline$ }),
        takeWhile((what) => what !== 'complete'),
        map(({ value }) => value),
        finalize(() => letters.close(request)),
      );
    });

  return {
    list: (list = {}, { onIncident } = {}) =>
      answered({ verb: 'list', options: list }, onIncident) as Observable<ListPage<T>>,
    watch: (watch = {}, { onIncident } = {}) =>
      answered({ verb: 'watch', options: watch }, onIncident) as Observable<WatchEvent<T>>,
  };
}

type Said = { readonly value: unknown } | 'complete';

const endedAt = (line: number): RecordingError =>
  new RecordingError(
    'ended',
    "the recording ends here, and all of it has been replayed; end what listens before, or give `end: 'silence'`",
    { line },
  );

const other = (difference: string, line: number): RecordingError =>
  new RecordingError(
    'other',
    `${difference}; replay to one reflector, with the options it was recorded with, or record anew`,
    { line },
  );

const givenUp = (): ConnectionError =>
  new ConnectionError(
    'the request was given up here when it was recorded, so that nothing more is known of it',
    {
      answered: true,
    },
  );
