import { elapsed } from '../../scheduling/index.ts';
import { type BytesOfChange, createBytesOfChange } from './bytes-of-change.ts';

/** Counts the changes of all collections of a command that wait for the reader of the output. */
export interface Backlog {
  /** Number of changes that wait for the reader of the output. */
  readonly size: number;
  /**
   * Estimates the bytes of a change of any collection. All collections share the object shapes that the estimator
   * remembers.
   */
  readonly bytesOf: BytesOfChange;
  /** Whether the reader of the output is so slow that no more changes may wait. */
  isFull(now: number): boolean;
  arrived(changes: number, bytes: number, now: number): void;
  /** Removes changes that were written, or that will not be written. */
  remove(changes: number, bytes: number, now: number): void;
  /** Calls `resume` once, as soon as few changes wait. */
  onceLow(resume: () => void): void;
}

/** The maximum number of waiting changes if the reader of the output has read nothing for {@link stalled} ms. */
const maxChanges = 10_000;
/**
 * Time without a write after which the reader counts as stalled, in ms. A reader that is only slower than the arrival
 * of a first list does not pause the watch.
 */
const stalled = 2_000;
/** The maximum number of waiting bytes, whether the reader is stalled or not. */
const maxBytes = 64 * 1_048_576;

/**
 * Creates a backlog that counts the number and the bytes of changes. The bytes matter, because a change contains an
 * object of up to 16 MiB.
 */
export function createBacklog(): Backlog {
  let size = 0;
  let bytes = 0;
  let moved: number | undefined;
  let resumes: (() => void)[] = [];

  return {
    get size() {
      return size;
    },
    bytesOf: createBytesOfChange(),
    isFull: (now) =>
      bytes > maxBytes || (size > maxChanges && moved !== undefined && elapsed(moved, now) >= stalled),
    arrived(changes, more, now) {
      if (size === 0 || moved === undefined) moved = now;
      size += changes;
      bytes += more;
    },
    remove(changes, less, now) {
      moved = now;
      size -= changes;
      bytes -= less;
      if (size > maxChanges / 10 || bytes > maxBytes / 10 || resumes.length === 0) return;
      const due = resumes;
      resumes = [];
      for (const resume of due) resume();
    },
    onceLow(resume) {
      resumes.push(resume);
    },
  };
}
