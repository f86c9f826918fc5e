import {
  asyncScheduler,
  concatMap,
  defer,
  finalize,
  map,
  type Observable,
  of,
  repeat,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import { aString, checkArgument, checkOptions, type Rule } from '../objects/index.ts';
import { type Lines, readEntries, someLines } from './read-lines.ts';
import { errorFrom } from './machine/error-json.ts';
import type { Entry } from './machine/recording-format.ts';
import { trampoline$ } from '../scheduling/index.ts';
import { defaultStage } from './record.ts';

/**
 * Converts the recorded `time` to a time of the replay, and returns an Observable. The Observable emits at the time of
 * the replay, and completes. If that time has passed, the Observable emits immediately.
 */
export type PlaybackSchedule = (time: number) => Observable<unknown>;

/**
 * Creates the schedule of a replay.
 *
 * @param recorded - the recorded time with which the replay begins; `begun` is the same moment on the clock of the
 * replay
 * @param speed - the factor by which the replay is faster; with Infinity, the replay does not wait
 */
export function playbackSchedule(
  recorded: number,
  speed: number,
  begun: number = asyncScheduler.now(),
): PlaybackSchedule {
  let last = recorded;
  return (time) =>
    defer(() => {
      const wait = begun + (time - recorded) / speed - asyncScheduler.now();
      // The wait is never longer than the recorded interval, even if the system clock is set back.
      const longest = Math.min((time - last) / speed, longestTimer);
      const wait$: Observable<unknown> = wait > 0 ? timer(Math.min(wait, longest)) : of(undefined);
      return wait$.pipe(tap(() => (last = time)));
    });
}

/** Checks the option `speed`, which divides the recorded intervals. */
export const aSpeed: Rule = {
  allowed: 'a number above 0, or Infinity',
  test: (given) => typeof given === 'number' && given > 0,
};

/**
 * The longest delay of a timer, in ms. A longer delay would overflow, and the timer would fire immediately.
 */
const longestTimer = 2_147_483_647;

/** The options of `replay`. */
export interface ReplayOptions {
  /** The name of the recorded stream (the option `stage` of `record`). Default 'values'. */
  readonly stage?: string;
  /** The replay divides the recorded intervals by this number. Default 1. With Infinity, the replay does not wait. */
  readonly speed?: number;
}

/**
 * Replays the values of a recorded stage at their recorded intervals, and then the completion or the error of
 * the stage. The replay uses the clock of RxJS, so inside `TestScheduler.run`, it works in virtual time.
 *
 * If the recording contains no end of the stage, the Observable completes after the last line. The Observable
 * errors with a `RecordingError` for a file that is not a recording, for an invalid line, and for a truncated
 * last line. The error contains the number of the line. The lines before the error are replayed: the replay
 * reads a line only after it has replayed the previous line.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod>();
 * replay<ReflectorEvent<Pod>>(lines, { stage: 'reflected', speed: 60 }).pipe(deltaFifo()).subscribe(store);
 * ```
 *
 * @example
 * In virtual time, the replay emits the values at their recorded times:
 *
 * ```ts
 * new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ expectObservable }) => {
 *   const types$ = replay<Change<Pod>>(lines, { stage: 'changes' }).pipe(map(({ type }) => type));
 *   expectObservable(types$).toBe('a 480m b', { a: 'added', b: 'deleted' });
 * });
 * ```
 */
export function replay<V>(lines: Lines, options: ReplayOptions = {}): Observable<V> {
  checkArgument('replay: lines', lines, someLines);
  checkOptions('replay', options, { stage: aString, speed: aSpeed });
  const { stage = defaultStage, speed = 1 } = options;

  return defer(() => {
    const entries = readEntries(lines, stage);
    const begun = asyncScheduler.now();
    let schedule: PlaybackSchedule | undefined;
    return entries.next$.pipe(
      concatMap((located) => {
        if (located === undefined) return of(undefined);
        schedule ??= playbackSchedule(entries.begin, speed, begun);
        return schedule(located.entry.time).pipe(map(() => located.entry));
      }),
      repeat({ delay: () => trampoline$ }),
      takeWhile(isNotComplete),
      map((entry) => {
        if ('error' in entry) throw errorFrom(entry.error);
        return entry.value as V;
      }),
      finalize(() => entries.close()),
    );
  });
}

const isNotComplete = (entry: Entry | undefined): entry is Exclude<Entry, { readonly complete: true }> =>
  entry !== undefined && !('complete' in entry);
