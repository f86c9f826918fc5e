import { defer, EMPTY, filter, first, type OperatorFunction, repeat, switchMap, tap, timer } from 'rxjs';
import { longestDelay } from './machine/delay-heap.ts';

/**
 * Emits when a time has come. The source emits the time in ms, and emits a new time after each change. `undefined`
 * means that there is no time. Only the last time counts. A timer of JavaScript can fire early, and has a maximum
 * duration. So the operator starts the timer again until the time has come.
 *
 * @param now - returns the current time in ms
 */
export function whenDue(now: () => number): OperatorFunction<number | undefined, unknown> {
  return (dueAt$) =>
    defer(() => {
      let armed: number | undefined;
      return dueAt$.pipe(
        filter((at) => at !== armed),
        tap((at) => (armed = at)),
        switchMap((at) =>
          at === undefined
            ? EMPTY
            : defer(() => timer(Math.min(Math.max(0, at - now()), longestDelay))).pipe(
                repeat(),
                first(() => now() >= at),
                tap(() => (armed = undefined)),
              ),
        ),
      );
    });
}
