import type { SchedulerAction } from 'rxjs';

/** The words of RxJS 7, in `TestScheduler.createDelegates`. */
export const spentTick = 'Expected a due immediate or interval';

/** Whether it is the error that a TestScheduler throws where nothing is left to run in a frame. */
export const isSpentTick = (error: unknown): boolean => error instanceof Error && error.message === spentTick;

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;

/**
 * A TestScheduler schedules one tick for each timer and each asap action, and a tick runs asap actions first. An asap
 * action that took the tick of a timer and then unsubscribes that timer leaves a tick with nothing to run. RxJS throws
 * there, though nothing was lost: each tick that remains has its timer or its asap action.
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
