import { asapScheduler, asyncScheduler, defer, Observable, of, switchMap, timer } from 'rxjs';
import { SliceClock } from './machine/slice-clock.ts';
import { turnBudget } from './machine/turn-budget.ts';

/**
 * Emits once, when timers, input and output have had their turn (PF9), and completes. By hand, because RxJS has no operator
 * for a callback that can be cancelled.
 */
export const nextTurn$: Observable<void> = new Observable<void>((subscriber) =>
  turnBudget.wait(() => {
    subscriber.next();
    subscriber.complete();
  }),
);

/** Whether the slices of all work in this process have used up the turn of the event loop. */
export const isTurnOver = (): boolean => turnBudget.isOver(asyncScheduler.now());

/** Begins a slice of work, whose time counts in the turn of the event loop. @returns ends it */
export function beginSlice(): () => void {
  turnBudget.begin(asyncScheduler.now());
  return () => turnBudget.end(asyncScheduler.now());
}

/** Does a slice of work. */
export function asSlice<R>(slice: () => R): R {
  const end = beginSlice();
  try {
    return slice();
  } finally {
    end();
  }
}

/**
 * Makes a clock for slices of 5 ms, in the time of RxJS: under a `TestScheduler` nothing is sliced.
 *
 * @param longestStride - reads the clock at most once per this many quick items
 */
export const sliceClock = (longestStride?: number): SliceClock =>
  new SliceClock(() => asyncScheduler.now(), longestStride);

/** Emits at the end of the current task, and completes. In virtual time too: `TestScheduler` replaces the scheduler. */
export const taskEnd$: Observable<unknown> = timer(0, asapScheduler);

/**
 * Emits at the end of the current task, so that what one chunk of a body brings is collected; where slices have used up the turn
 * of the event loop, in a later turn. Completes.
 */
export const afterTask$: Observable<unknown> = defer(() =>
  taskEnd$.pipe(switchMap(() => (isTurnOver() ? nextTurn$ : of(undefined)))),
);
