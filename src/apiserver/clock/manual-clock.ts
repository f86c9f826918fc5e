import { type SchedulerLike, VirtualTimeScheduler } from 'rxjs';
import { checkArgument, milliseconds } from '../../objects/index.ts';

/**
 * A clock that moves only when the program calls `advance`. Pass a manual clock to the option `clock` of an API server.
 */
export interface ManualClock extends SchedulerLike {
  /**
   * Moves the clock forward by `ms` milliseconds. Before `advance` returns, the clock runs the actions that are due in
   * this period. Each action sees the time for which the action was scheduled. `advance(0)` runs only the actions that
   * are already due.
   */
  advance(ms: number): void;
}

/**
 * Creates a clock that moves only when the program calls `advance`. A test of a period of half an hour then takes no
 * real time.
 *
 * @param start - ms since 1970; default: the current time
 *
 * @example
 * ```ts
 * const clock = manualClock();
 * const server = createApiServer({ clock });
 * clock.advance(30_000); // the actions that were scheduled for the next 30 s have run
 * ```
 */
export function manualClock(start: number = Date.now()): ManualClock {
  checkArgument('manualClock: start', start, {
    allowed: 'a time in ms since 1970',
    test: (given) => Number.isFinite(given),
  });
  const time = new VirtualTimeScheduler(undefined, 0);
  return {
    now: () => start + time.frame,
    schedule: time.schedule.bind(time),
    advance: (ms) => {
      checkArgument('advance: ms', ms, milliseconds(0));
      const to = time.frame + ms;
      time.maxFrames = to;
      time.flush();
      time.frame = Math.max(time.frame, to); // an action that runs during the flush may call `advance` too
    },
  };
}
