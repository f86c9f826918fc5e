import { defer, EMPTY, first, ignoreElements, map, type Observable, repeat, switchMap, tap } from 'rxjs';
import { beginSlice, isTurnOver, nextTurn$, sliceClock } from './event-loop.ts';

/**
 * A function that does work and can pause. While `pause` returns false, the function continues. If the
 * function has paused, it returns false. If the work is done, it returns true.
 */
export type Work = (pause: () => boolean) => boolean;

/**
 * Emits values in slices of 5 ms. Between two slices, the event loop runs other work (PF9). A slice includes
 * the time that subscribers need for its values. The first slice runs immediately, unless other slices have
 * used up the time limit of this turn of the event loop. In virtual time, one slice emits all values. The
 * Observable completes after the last value. `machine/slice-clock.ts` defines the length of a slice, and
 * `machine/turn-budget.ts` the time limit of a turn.
 *
 * @param valuesOf - creates the values at each subscription; `pause` returns whether the slice is over
 * @param longestStride - the maximum number of values between two reads of the clock. A slice can end only when the
 * clock is read. So at most one value in each `longestStride` values may be slow
 */
export function timeSliced<T>(
  valuesOf: (pause: () => boolean) => Iterator<T, unknown>,
  longestStride = 1,
): Observable<T> {
  return defer(() => {
    const clock = sliceClock(longestStride);
    const values = valuesOf(() => clock.step());
    let isDone = false;

    function* slice(): Generator<T, void> {
      const end = beginSlice();
      clock.begin();
      try {
        for (let next = values.next(); next.done !== true; next = values.next()) {
          yield next.value;
          if (clock.isOver || clock.step()) return;
        }
        isDone = true;
      } finally {
        end();
      }
    }
    const turn$ = nextTurn$.pipe(tap(() => clock.reset()));
    const slices$ = defer(slice).pipe(repeat({ delay: () => (isDone ? EMPTY : turn$) }));
    return isTurnOver() ? nextTurn$.pipe(switchMap(() => slices$)) : slices$;
  });
}

/** Runs work in slices, as `timeSliced` does. The Observable completes when the work is done. */
export function workInSlices(work: Work): Observable<never> {
  return timeSliced(function* (pause) {
    while (!work(pause)) yield;
  }).pipe(ignoreElements());
}

/**
 * Runs a generator in slices, as `timeSliced` does, and emits its return value. An unsubscribe abandons the
 * generator. A step of a generator takes about 50 ns, so the clock is read at least once in 32 steps.
 */
export function resultInSlices<R>(steps: () => Generator<void, R, void>): Observable<R> {
  function* slices(pause: () => boolean): Generator<IteratorResult<void, R>, void> {
    const work = steps();
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true || pause()) yield step;
      if (step.done === true) return;
    }
  }
  return timeSliced(slices, 32).pipe(
    first((step) => step.done === true),
    map(({ value }) => value),
  );
}
