import { defer, EMPTY, first, ignoreElements, map, type Observable, repeat, switchMap, tap } from 'rxjs';
import { beginSlice, isTurnOver, nextTurn$, sliceClock } from './event-loop.ts';

/** Work that can be left off: does some, asks now and then whether to pause, and returns true when it is done. */
export type Work = (pause: () => boolean) => boolean;

/**
 * Emits values in slices of 5 ms, the event loop free in between (PF9); completes after the last. The time that subscribers
 * take counts. The first slice runs at once, unless other slices have used up this turn. The clock is that
 * of RxJS, so in virtual time, where nothing takes time, one slice has them all.
 *
 * @param valuesOf - makes the values at each subscription; `pause` says whether the slice is over
 * @param longestStride - reads the clock at most once per this many quick values; one of these may be slow
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
    const turn$ = nextTurn$.pipe(tap(() => clock.yielded()));
    const slices$ = defer(slice).pipe(repeat({ delay: () => (isDone ? EMPTY : turn$) }));
    return isTurnOver() ? nextTurn$.pipe(switchMap(() => slices$)) : slices$;
  });
}

/** Works in such slices; completes when the work is done. */
export function workInSlices(work: Work): Observable<never> {
  return timeSliced(function* (pause) {
    while (!work(pause)) yield;
  }).pipe(ignoreElements());
}

/**
 * Does the steps of a generator in such slices; emits what it returns. Unsubscribing drops the work where it stands. The steps
 * are quick, some 50 ns, so that one reading of the clock serves up to 32.
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
