import type { SchedulerAction } from 'rxjs';

/** The error message of RxJS 7, in `TestScheduler.createDelegates`. */
export const spentTick = 'Expected a due immediate or interval';

/** Whether an error is the one of a TestScheduler for a tick with nothing to run. */
export const isSpentTick = (error: unknown): boolean => error instanceof Error && error.message === spentTick;

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;

/**
 * Ignores the error of a tick with nothing to run. A TestScheduler schedules one tick for each timer and each asap
 * action, and a tick runs asap actions first. If an asap action takes the tick of a timer and then unsubscribes that
 * timer, one tick has nothing to run. RxJS throws an error there, although nothing is lost: each remaining tick has its
 * timer or its asap action.
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
