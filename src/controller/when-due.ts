import { defer, EMPTY, filter, first, type OperatorFunction, repeat, switchMap, tap, timer } from 'rxjs';
import { longestDelay } from './machine/delay-heap.ts';

/**
 * Emits when a time has come. The source emits the time in ms, and again after each change; `undefined` stands for no time. Only
 * the last time counts. A timer of JavaScript can fire early and has a longest time, so the operator starts it again as long as the
 * time has not come.
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
