import { KubeError } from '../../objects/index.ts';
import { elapsed } from '../../scheduling/index.ts';

/**
 * Detects a watch that has been idle for too long. The reflector calls the detector for each frame of the
 * watch. All times are in ms.
 */
export interface IdleDetector {
  open(now: number, limits: IdleLimits): void;
  /** Called when a streamed list has reached its end. From now on the limit of a watch applies. */
  synced(each: number | undefined): void;
  frame(now: number): void;
  bookmark(now: number): void;
  /**
   * Returns the time until the watch is idle for too long if no frame arrives. If the result is 0 or less,
   * the watch is idle.
   */
  left(now: number): number;
  /**
   * Returns the time until the next check. This time is at most the shortest idle limit. So a check is never too late,
   * even if a new bookmark interval has shortened the limit.
   */
  nextCheck(now: number): number;
}

/** The time of the last frame, for the user of the reflector. */
export interface FrameClock {
  /** The time in ms of the last frame, bookmark or page of a list. Absent before the first one. */
  lastFrameAt?: number;
}

interface IdleLimits {
  /**
   * The longest time between two frames. If `each` is `undefined`, the interval between bookmarks determines
   * this limit.
   */
  readonly each: number | undefined;
  /** The longest time from the request to the end of the watch, even if frames arrive. */
  readonly total: number;
}

/**
 * The idle limit of a streamed list, in ms. Each initial event restarts the limit, and so does the first event after the initial
 * events (Q2).
 */
export const initialEventsTimeout = 30_000;

/**
 * The error for a streamed list that has sent no frame. The error does not prove that the server cannot stream lists,
 * because the server can be stopped.
 */
export const streamIdleError = ({ unanswered = false }: { readonly unanswered?: boolean }): KubeError =>
  new KubeError(
    'unsupported',
    `the server has ${unanswered ? 'not answered' : 'sent nothing of'} the streaming list for ${initialEventsTimeout / 1_000} s; listing in pages`,
    {
      advice:
        'check whether the server or a proxy in between is stopped or overloaded, or holds streams back; an informer lists in pages meanwhile',
    },
  );

/**
 * The shortest idle limit, in ms. The API server sends a bookmark about every 60 s, so a shorter limit would
 * abort healthy watches.
 */
const shortestLimit = 75_000;
const limitInIntervals = 2.5;

/**
 * Creates the detector of one reflector. The bookmark interval of one watch also applies to the next watch.
 *
 * @param frameClock - gets the time of each frame
 */
export function createIdleDetector(frameClock: FrameClock = {}): IdleDetector {
  let limits: IdleLimits = { each: undefined, total: Infinity };
  let openedAt = 0;
  let lastFrameAt = 0;
  let lastBookmarkAt: number | undefined;
  // The last two intervals between bookmarks. The limit uses the longer interval. If the clock jumps, the
  // array contains a wrong interval only until two more bookmarks have arrived.
  let bookmarkIntervals: readonly number[] = [];

  const left = (now: number): number => {
    const each =
      limits.each ??
      (bookmarkIntervals.length === 0
        ? Infinity
        : Math.max(shortestLimit, limitInIntervals * Math.max(...bookmarkIntervals)));
    return Math.min(each - elapsed(lastFrameAt, now), limits.total - elapsed(openedAt, now));
  };

  const frame = (now: number): void => {
    lastFrameAt = frameClock.lastFrameAt = now;
  };

  return {
    open(now, given) {
      limits = given;
      openedAt = lastFrameAt = now;
      lastBookmarkAt = undefined;
    },
    synced(each) {
      limits = { each, total: limits.total };
    },
    frame,
    bookmark(now) {
      frame(now);
      if (lastBookmarkAt !== undefined)
        bookmarkIntervals = [elapsed(lastBookmarkAt, now), ...bookmarkIntervals.slice(0, 1)];
      lastBookmarkAt = now;
    },
    left(now) {
      const time = left(now);
      // The bookmark intervals are deleted here. A server can stop sending bookmarks. The old interval would
      // then abort every later watch.
      if (time <= 0) bookmarkIntervals = [];
      return time;
    },
    nextCheck: (now) => Math.max(1, Math.min(left(now), shortestLimit)),
  };
}
