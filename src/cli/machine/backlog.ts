import { elapsed } from '../../objects/index.ts';

/** What a backlog does about the reader of the output. */
type BacklogStep = 'pause' | 'resume' | undefined;

/** How many changes wait to be written, and whether more of them should be let in. */
export interface Backlog {
  /** How many wait. */
  readonly size: number;
  arrived(count: number, now: number): BacklogStep;
  written(now: number): BacklogStep;
}

/** Changes that may wait. */
const limit = 10_000;
/** So long nothing was written: nobody reads, ms. A reader that is merely slower than a first list is not stopped for. */
const stalled = 2_000;

/**
 * Changes that wait for somebody to read them cost memory. With many of them and nobody reading, the watch is paused; it
 * resumes from where it was once most of them are written.
 */
export function createBacklog(): Backlog {
  let size = 0;
  let paused = false;
  let moved: number | undefined;

  return {
    get size() {
      return size;
    },
    arrived(count, now) {
      moved = size === 0 || moved === undefined ? now : moved;
      size += count;
      if (paused || size <= limit || elapsed(moved, now) < stalled) return undefined;
      paused = true;
      return 'pause';
    },
    written(now) {
      moved = now;
      size--;
      if (!paused || size > limit / 10) return undefined;
      paused = false;
      return 'resume';
    },
  };
}
