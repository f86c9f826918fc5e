import { defer, EMPTY, first, ignoreElements, map, type Observable, repeat, switchMap, tap } from 'rxjs';
import { beginSlice, isTurnOver, nextTurn$, sliceClock } from './event-loop.ts';

/** Work that can pause. The function returns false if it paused because `pause` returned true, and true when it is done. */
export type Work = (pause: () => boolean) => boolean;

/**
 * Emits values in slices of 5 ms; between slices the event loop turns (PF9). Completes after the last value. The time of the
 * subscribers counts. The first slice runs immediately, unless other slices have used up the turn. In virtual time one slice emits
 * all values. The length of a slice is in `machine/slice-clock.ts`, the length of a turn in `machine/turn-budget.ts`.
 *
 * @param valuesOf - creates the values at each subscription; `pause` says whether the slice is over
 * @param longestStride - the clock is read at least once in this number of values; at most one of the values may be slow
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

/** Runs work in slices, as `timeSliced` does. Completes when the work is done. */
export function workInSlices(work: Work): Observable<never> {
  return timeSliced(function* (pause) {
    while (!work(pause)) yield;
  }).pipe(ignoreElements());
}

/**
 * Runs a generator in slices, as `timeSliced` does, and emits its return value. Unsubscribing abandons the generator. A step takes
 * about 50 ns, so the clock is read once in up to 32 steps.
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
