import { asapScheduler, asyncScheduler, VirtualTimeScheduler } from 'rxjs';

/** A clock with the time of a recording. The clock advances only in a call of one of its methods. */
export interface RecordedClock {
  readonly now: number;
  /** Time of the next scheduled action; `undefined` if no action is scheduled. */
  readonly due: number | undefined;
  /**
   * Advances to the next scheduled action, and runs all actions that are due at that time. If `pause` returns true, the
   * remaining actions stay scheduled.
   *
   * @param pause - called after each action; by default, all due actions run
   */
  advance(pause?: () => boolean): void;
  /** Advances to a time, but not beyond the next scheduled action. */
  advanceTo(time: number): void;
  /**
   * Makes this clock the clock of RxJS, for timers and for the current time, until the caller calls the returned
   * function.
   */
  enter(): () => void;
}

/**
 * Creates a clock of a recording. The clock replaces the clocks of RxJS only while code of the replay runs. All other
 * code in the process uses real time.
 */
export function recordedClock(begin: number): RecordedClock {
  const virtual = new VirtualTimeScheduler(undefined, begin);
  virtual.frame = begin;
  const schedule: typeof asyncScheduler.schedule = (work, delay, state) =>
    virtual.schedule(work, delay, state);
  const replacedSchedulers = [asyncScheduler, asapScheduler];

  const enter = (): (() => void) => {
    const before = replacedSchedulers.map((scheduler) => ({
      scheduler,
      now: scheduler.now,
      schedule: Object.getOwnPropertyDescriptor(scheduler, 'schedule'),
    }));
    for (const scheduler of replacedSchedulers)
      Object.assign(scheduler, { now: () => virtual.frame, schedule });
    return () => {
      for (const { scheduler, now, schedule: own } of before) {
        scheduler.now = now;
        if (own === undefined) Reflect.deleteProperty(scheduler, 'schedule');
        else Object.defineProperty(scheduler, 'schedule', own);
      }
    };
  };

  return {
    get now() {
      return virtual.frame;
    },
    get due() {
      return virtual.actions[0]?.delay;
    },
    advance(pause = () => false) {
      const time = virtual.actions[0]?.delay ?? virtual.frame;
      const leave = enter();
      try {
        // A loop is used because `flush()` cannot stop between two actions of the same time.
        do {
          const action = virtual.actions.shift();
          if (action === undefined) return;
          virtual.frame = action.delay;
          const error: unknown = action.execute(action.state, action.delay);
          if (error !== undefined) throw error as Error;
        } while ((virtual.actions[0]?.delay ?? Infinity) <= time && !pause());
      } finally {
        leave();
      }
    },
    advanceTo(time) {
      virtual.frame = Math.max(virtual.frame, Math.min(time, virtual.actions[0]?.delay ?? time));
    },
    enter,
  };
}
