import { asyncScheduler, defer, first, map, Observable, repeat, switchMap, tap } from 'rxjs';
import { eventLoopTurn } from '../objects/index.ts';
import { SliceClock } from './machine/slice-clock.ts';

/**
 * Emits once, when timers, input and output have had their turn (PF9). By hand, because a callback that can be cancelled
 * is nothing RxJS has an operator for.
 */
export const eventLoop$: Observable<void> = new Observable<void>((subscriber) =>
  eventLoopTurn.wait(() => {
    subscriber.next();
    subscriber.complete();
  }),
);

/** A clock for slices of 5 ms, in the time of RxJS: under a `TestScheduler` nothing is sliced. */
export const sliceClock = (): SliceClock => new SliceClock(() => asyncScheduler.now());

/**
 * Does the steps of some work, at once as far as 5 ms reach, then in slices with the event loop free in between; emits
 * what it returns. Unsubscribing drops it where it stands.
 */
export function inSlices<R>(work: () => Generator<void, R, void>): Observable<R> {
  return defer(() => {
    const steps = work();
    const clock = sliceClock();
    const slice = (): IteratorResult<void, R> => {
      clock.begin();
      for (;;) {
        const step = steps.next();
        if (step.done === true || clock.step()) return step;
      }
    };

    // What the result leads to is part of the slice.
    function* timed(): Generator<IteratorResult<void, R>, void> {
      eventLoopTurn.begin(asyncScheduler.now());
      try {
        yield slice();
      } finally {
        eventLoopTurn.end(asyncScheduler.now());
      }
    }

    const slices$ = defer(timed).pipe(
      repeat({ delay: () => eventLoop$.pipe(tap(() => clock.yielded())) }),
      first((step) => step.done === true),
      map((step) => step.value),
    );
    return isTurnOver() ? eventLoop$.pipe(switchMap(() => slices$)) : slices$;
  });
}

/** Does a slice of work, which counts in the turn of the event loop. */
export function asSlice<R>(slice: () => R): R {
  eventLoopTurn.begin(asyncScheduler.now());
  try {
    return slice();
  } finally {
    eventLoopTurn.end(asyncScheduler.now());
  }
}

/** Whether the slices of others have used up the turn of the event loop. */
export const isTurnOver = (): boolean => eventLoopTurn.isOver(asyncScheduler.now());
