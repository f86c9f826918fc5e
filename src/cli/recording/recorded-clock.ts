import { asapScheduler, asyncScheduler, VirtualTimeScheduler } from 'rxjs';

/** A clock with the time of a recording. It advances only when one of its methods is called. */
export interface RecordedClock {
  readonly now: number;
  /** Time of the next scheduled action; `undefined` if no action is scheduled. */
  readonly due: number | undefined;
  /**
   * Advances to the next scheduled action, and runs all actions that are due by then. If `pause` returns true, the
   * remaining actions stay scheduled.
   *
   * @param pause - called after each action; default: runs all due actions
   */
  advance(pause?: () => boolean): void;
  /** Advances to a time, but not beyond the next scheduled action. */
  advanceTo(time: number): void;
  /** Makes this clock the clock of RxJS, for timers and for the current time, until the returned function is called. */
  enter(): () => void;
}

/**
 * Creates a clock of a recording. It replaces the clocks of RxJS only while code of the replay runs: all other code in
 * the process keeps real time.
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
        // A loop and not `flush()`, which does not stop between two actions of the same time.
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
