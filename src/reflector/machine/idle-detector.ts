import { elapsed } from '../../scheduling/index.ts';

/** How long a stream may be silent before it counts as dead. It is called for each frame; all times in ms. */
export interface IdleDetector {
  /** A request was sent. */
  open(now: number, limits: SilenceLimits): void;
  /** The streamed list reached its end: from here on it is a watch, with a watch's limit. */
  synced(each: number | undefined): void;
  frame(now: number): void;
  bookmark(now: number): void;
  /** Until the stream counts as dead, if nothing comes; 0 or less: it does. */
  left(now: number): number;
  /** When to look again: an interval observed meanwhile may bring the end nearer. */
  nextLook(now: number): number;
}

/** What holds for one request. */
interface SilenceLimits {
  /** Between two frames; `undefined`: by the bookmarks seen. */
  readonly each: number | undefined;
  /** In any case after so long. */
  readonly total: number;
}

/** Bookmarks come about every 60 s: a stream silent for less than 75 s is never suspected. */
const shortest = 75_000;
const intervals = 2.5;

/** One for each reflector: the interval it learnt on one watch holds for the next. */
export function createIdleDetector(): IdleDetector {
  let limits: SilenceLimits = { each: undefined, total: Infinity };
  let openedAt = 0;
  let lastFrameAt = 0;
  let lastBookmarkAt: number | undefined;
  // The last two intervals between bookmarks. The longer one counts; a jump of the clock in one of them is soon forgotten.
  let seen: readonly number[] = [];

  const left = (now: number): number => {
    const each =
      limits.each ?? (seen.length === 0 ? Infinity : Math.max(shortest, intervals * Math.max(...seen)));
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
      if (lastBookmarkAt !== undefined) seen = [elapsed(lastBookmarkAt, now), ...seen.slice(0, 1)];
      lastBookmarkAt = now;
    },
    left(now) {
      const time = left(now);
      // A server that has stopped sending bookmarks is suspected once, not for ever.
      if (time <= 0) seen = [];
      return time;
    },
    nextLook: (now) => Math.max(1, Math.min(left(now), shortest)),
  };
}
