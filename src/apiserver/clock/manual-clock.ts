import { type SchedulerLike, VirtualTimeScheduler } from 'rxjs';
import { checkArgument, milliseconds } from '../../objects/index.ts';

/** A clock that stands still until it is moved; for the option `clock` of an API server. */
export interface ManualClock extends SchedulerLike {
  /** Goes on by so many ms; what falls due on the way is done before it returns, each at its own time. 0 does what is due. */
  advance(ms: number): void;
}

/**
 * Makes a clock that is moved by hand: on it half an hour takes no time.
 *
 * @param start - ms since 1970; default the time now
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
      time.frame = Math.max(time.frame, to); // what is done on the way may move it too
    },
  };
}
