import type { SchedulerAction } from 'rxjs';

/**
 * The message of the error that RxJS 7 throws in `TestScheduler.createDelegates` for a tick without an
 * action.
 */
export const spentTick = 'Expected a due immediate or interval';

/** Returns whether an error is the error of a TestScheduler for a tick that has no action to run. */
export const isSpentTick = (error: unknown): boolean => error instanceof Error && error.message === spentTick;

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;

/**
 * Wraps a tick, and ignores its error if the tick has no action to run. A tick is a call that a TestScheduler
 * schedules for each timer and each asap action. A tick runs asap actions first. If an asap action uses the
 * tick of a timer and unsubscribes the timer, one tick has no action. RxJS throws an error for this tick,
 * although nothing is lost: each remaining tick has its timer or its asap action.
 */
export function withoutSpentTicks<T>(work: Work<T>): Work<T> {
  return function (state) {
    try {
      work.call(this, state);
    } catch (error) {
      if (!isSpentTick(error)) throw error;
    }
  };
}
