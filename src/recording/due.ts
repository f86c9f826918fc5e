import { asyncScheduler, defer, type Observable, of, tap, timer } from 'rxjs';
import type { Rule } from '../objects/index.ts';

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
