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
import { type Lines, readEntries, someLines } from './pull-lines.ts';
import { errorFrom } from './machine/error-json.ts';
import type { Entry } from './machine/recording-format.ts';
import { trampoline$ } from '../scheduling/index.ts';
import { defaultStage } from './record.ts';

/** Emits when what was recorded at `time` is due again, at once where that is over, and completes. */
export type Due = (time: number) => Observable<unknown>;

/**
 * @param recorded - the time of the recording that `begun` stands for
 * @param speed - how many times faster it goes; Infinity: at once
 */
export function dueFrom(recorded: number, speed: number, begun: number = asyncScheduler.now()): Due {
  let last = recorded;
  return (time) =>
    defer(() => {
      const wait = begun + (time - recorded) / speed - asyncScheduler.now();
      // A clock that was set back does not make the wait longer than what lies between the two in the recording.
      const longest = Math.min((time - last) / speed, longestTimer);
      const due$: Observable<unknown> = wait > 0 ? timer(Math.min(wait, longest)) : of(undefined);
      return due$.pipe(tap(() => (last = time)));
    });
}

/** How many times faster. */
export const aSpeed: Rule = {
  allowed: 'a number above 0, or Infinity',
  test: (given) => typeof given === 'number' && given > 0,
};

/** A timer for longer would overflow, and fire at once. */
const longestTimer = 2_147_483_647;

/** How a stage is replayed. */
export interface ReplayOptions {
  /** As it was recorded. Default 'values'. */
  readonly stage?: string;
  /** What the distances in time are divided by. Default 1; Infinity: at once. */
  readonly speed?: number;
}

/**
 * What was recorded at a stage, at its distances in time from the beginning: values, then the end or the error. The clock
 * is RxJS's own, so virtual time needs no option: inside `TestScheduler.run` a night takes no time.
 *
 * A recording that just stops completes. Errors with a `RecordingError`, which says the line, for one that is of something
 * else, that was changed, or whose last line is cut off: then after all that stands before it. A line is read when the
 * one before it has been replayed.
 *
 * @throws OptionsError for an option that is none
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod>();
 * replay<ReflectorEvent<Pod>>(lines, { stage: 'reflected', speed: 60 }).pipe(deltaFifo()).subscribe(store);
 * ```
 *
 * @example
 * In virtual time, each value when it came that night:
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
    let due: Due | undefined;
    return entries.next$.pipe(
      concatMap((placed) => {
        if (placed === undefined) return of(undefined);
        due ??= dueFrom(entries.begin, speed, begun);
        return due(placed.entry.time).pipe(map(() => placed.entry));
      }),
      repeat({ delay: () => trampoline$ }),
      takeWhile(goesOn),
      map((entry) => {
        if ('error' in entry) throw errorFrom(entry.error);
        return entry.value as V;
      }),
      finalize(() => entries.close()),
    );
  });
}

const goesOn = (entry: Entry | undefined): entry is Exclude<Entry, { readonly complete: true }> =>
  entry !== undefined && !('complete' in entry);
