import { asapScheduler, asyncScheduler, VirtualTimeScheduler } from 'rxjs';

/** A clock that shows the time of a recording, and moves on when it is told to. */
export interface RecordedClock {
  readonly now: number;
  /** When the next thing is due; `undefined`: nothing is. */
  readonly due: number | undefined;
  /**
   * Moves on to what is due next, and does all that is due by then. What is left when `pause` returns true stays due.
   *
   * @param pause - asked after each of these; default: does all
   */
  advance(pause?: () => boolean): void;
  /** Moves on to a time, as far as nothing is due before. */
  reach(time: number): void;
  /** What is done until the returned function is called takes this clock for RxJS's: timers, and what time it is. */
  enter(): () => void;
}

/**
 * RxJS's own clocks are lent only while something of the replay runs: whatever else there is in the process keeps real
 * time.
 */
export function recordedClock(begin: number): RecordedClock {
  const virtual = new VirtualTimeScheduler(undefined, begin);
  virtual.frame = begin;
  const schedule: typeof asyncScheduler.schedule = (work, delay, state) =>
    virtual.schedule(work, delay, state);
  const lent = [asyncScheduler, asapScheduler];

  const enter = (): (() => void) => {
    const before = lent.map((scheduler) => ({
      scheduler,
      now: scheduler.now,
      schedule: Object.getOwnPropertyDescriptor(scheduler, 'schedule'),
    }));
    for (const scheduler of lent) Object.assign(scheduler, { now: () => virtual.frame, schedule });
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
        // By hand: `flush()` does not stop between two actions of the same time.
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
    reach(time) {
      virtual.frame = Math.max(virtual.frame, Math.min(time, virtual.actions[0]?.delay ?? time));
    },
    enter,
  };
}
