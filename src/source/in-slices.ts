import { asyncScheduler, defer, EMPTY, ignoreElements, Observable, repeat, switchMap } from 'rxjs';
import { elapsed, eventLoopTurn } from '../objects/index.ts';

/** Work that can be left off: does some, asks now and then whether to pause, and returns true when it is done. */
export type Work = (pause: () => boolean) => boolean;

/**
 * Emits values in slices of 5 ms, the event loop free in between (PF9); completes after the last. The time that
 * subscribers take counts. The first slice is at once, but where others have used up the turn of the event loop. The clock is RxJS's, so in virtual time, where nothing takes time, one slice has them all.
 *
 * @param valuesOf - makes the values at each subscription; `pause` says whether the slice is over
 */
export function slicesOf<T>(valuesOf: (pause: () => boolean) => Iterator<T, unknown>): Observable<T> {
  return defer(() => {
    let begun = 0;
    let isDone = false;
    const pause = (): boolean => elapsed(begun, asyncScheduler.now()) >= sliceMilliseconds;
    const values = valuesOf(pause);

    function* slice(): Generator<T, void> {
      begun = asyncScheduler.now();
      eventLoopTurn.begin(begun);
      try {
        for (let next = values.next(); next.done !== true; next = values.next()) {
          yield next.value;
          if (pause()) return;
        }
        isDone = true;
      } finally {
        eventLoopTurn.end(asyncScheduler.now());
      }
    }
    const slices$ = defer(slice).pipe(repeat({ delay: () => (isDone ? EMPTY : turn$) }));
    return eventLoopTurn.isOver(asyncScheduler.now()) ? turn$.pipe(switchMap(() => slices$)) : slices$;
  });
}

/** Works in such slices; completes when the work is done. */
export function workInSlices(work: Work): Observable<never> {
  return slicesOf(function* (pause) {
    while (!work(pause)) yield;
  }).pipe(ignoreElements());
}

const sliceMilliseconds = 5;

/** By hand, because a callback that can be cancelled is nothing RxJS has an operator for. */
const turn$ = new Observable<void>((subscriber) =>
  eventLoopTurn.wait(() => {
    subscriber.next();
    subscriber.complete();
  }),
);
