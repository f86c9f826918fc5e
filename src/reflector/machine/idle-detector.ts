import { elapsed } from '../../scheduling/index.ts';

/** Detects a stream that has been idle for too long. Called for each frame; all times in ms. */
export interface IdleDetector {
  /** Starts with a new request. */
  open(now: number, limits: IdleLimits): void;
  /** The streamed list reached its end. From here on the limit of a watch applies. */
  synced(each: number | undefined): void;
  frame(now: number): void;
  bookmark(now: number): void;
  /** The time until the stream is idle for too long, if no frame arrives; 0 or less: it is. */
  left(now: number): number;
  /** The time until the next check. A bookmark interval that was measured before that check can shorten the limit. */
  nextCheck(now: number): number;
}

/** The limits of one request. */
interface IdleLimits {
  /** Between two frames; `undefined`: derived from the interval of the bookmarks. */
  readonly each: number | undefined;
  /** From the request on, whatever arrives. */
  readonly total: number;
}

/** The API server sends a bookmark about every 60 s, so a shorter limit would abort healthy watches. */
const shortestLimit = 75_000;
const limitInIntervals = 2.5;

/** Creates the detector of one reflector: the interval of the bookmarks of one watch applies to the next. */
export function createIdleDetector(): IdleDetector {
  let limits: IdleLimits = { each: undefined, total: Infinity };
  let openedAt = 0;
  let lastFrameAt = 0;
  let lastBookmarkAt: number | undefined;
  // The last two intervals between bookmarks. The longer one counts; after two more bookmarks a jump of the clock has no effect.
  let bookmarkIntervals: readonly number[] = [];

  const left = (now: number): number => {
    const each =
      limits.each ??
      (bookmarkIntervals.length === 0
        ? Infinity
        : Math.max(shortestLimit, limitInIntervals * Math.max(...bookmarkIntervals)));
    return Math.min(each - elapsed(lastFrameAt, now), limits.total - elapsed(openedAt, now));
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
    frame(now) {
      lastFrameAt = now;
    },
    bookmark(now) {
      lastFrameAt = now;
      if (lastBookmarkAt !== undefined)
        bookmarkIntervals = [elapsed(lastBookmarkAt, now), ...bookmarkIntervals.slice(0, 1)];
      lastBookmarkAt = now;
    },
    left(now) {
      const time = left(now);
      // If the server has stopped sending bookmarks, it must not abort every later watch.
      if (time <= 0) bookmarkIntervals = [];
      return time;
    },
    nextCheck: (now) => Math.max(1, Math.min(left(now), shortestLimit)),
  };
}
