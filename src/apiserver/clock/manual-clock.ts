import { type SchedulerLike, VirtualTimeScheduler } from 'rxjs';
import { checkArgument, milliseconds } from '../../objects/index.ts';

/** A clock that moves only when the program calls `advance`; for the option `clock` of an API server. */
export interface ManualClock extends SchedulerLike {
  /**
   * Moves the clock forward by the given time in ms. Runs the work that falls due within this time before it returns,
   * each piece at its own time. `advance(0)` runs only the work that is already due.
   */
  advance(ms: number): void;
}

/**
 * Makes a clock that the program moves by hand, so that a test of half an hour takes no real time.
 *
 * @param start - ms since 1970; default: the current time
 *
 * @example
 * ```ts
 * const clock = manualClock();
 * const server = createApiServer({ clock });
 * clock.advance(30_000); // what waited for half a minute has happened
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
      time.frame = Math.max(time.frame, to); // work that runs during the flush may advance the clock too
    },
  };
}
