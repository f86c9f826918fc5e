/** How long a stream may be silent before it counts as dead. Dry clockwork, told of each frame; all times in ms. */
export interface Silence {
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
export function createSilence(): Silence {
  let limits: SilenceLimits = { each: undefined, total: Infinity };
  let openedAt = 0;
  let lastFrameAt = 0;
  let lastBookmarkAt: number | undefined;
  let interval: number | undefined; // the longest seen between two bookmarks

  const left = (now: number): number => {
    const each =
      limits.each ?? (interval === undefined ? Infinity : Math.max(shortest, intervals * interval));
    return Math.min(lastFrameAt + each, openedAt + limits.total) - now;
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
      if (lastBookmarkAt !== undefined) interval = Math.max(interval ?? 0, now - lastBookmarkAt);
      lastBookmarkAt = now;
    },
    left(now) {
      const time = left(now);
      // A server that has stopped sending bookmarks is suspected once, not for ever.
      if (time <= 0) interval = undefined;
      return time;
    },
    nextLook: (now) => Math.max(1, Math.min(left(now), shortest)),
  };
}
