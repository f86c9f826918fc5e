import { defer, EMPTY, first, ignoreElements, map, type Observable, repeat, switchMap, tap } from 'rxjs';
import { beginSlice, isTurnOver, nextTurn$, sliceClock } from './event-loop.ts';

/** Work that can pause: it returns false if it paused because `pause` returned true, and true once it is done. */
export type Work = (pause: () => boolean) => boolean;

/**
 * Emits values in slices of 5 ms; between slices the event loop turns (PF9). Completes after the last value. The time
 * that subscribers take counts. The first slice runs at once, unless other slices have used up the turn. In virtual
 * time one slice emits all values. `machine/slice-clock.ts` has the length of a slice, `machine/turn-budget.ts` that of
 * a turn.
 *
 * @param valuesOf - makes the values at each subscription; `pause` says whether the slice is over
 * @param longestStride - the clock is read at least once in so many values; at most one of them may be slow
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

/** Runs work in slices, as `timeSliced` does; completes when the work is done. */
export function workInSlices(work: Work): Observable<never> {
  return timeSliced(function* (pause) {
    while (!work(pause)) yield;
  }).pipe(ignoreElements());
}

/**
 * Runs a generator in slices, as `timeSliced` does; emits its return value. Unsubscribing abandons the generator. Its steps take
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
