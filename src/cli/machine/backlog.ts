import { elapsed } from '../../scheduling/index.ts';
import { type BytesOfChange, createBytesOfChange } from './bytes-of-change.ts';

/** The changes of all collections of a command that wait for the reader of its output. */
export interface Backlog {
  /** How many wait. */
  readonly size: number;
  /** Estimates the bytes of a change of any of the collections: they share the shapes that it remembers. */
  readonly bytesOf: BytesOfChange;
  /** Whether the reader is too slow for more of them. */
  isFull(now: number): boolean;
  arrived(changes: number, bytes: number, now: number): void;
  /** Changes were written, or are no longer to be written. */
  left(changes: number, bytes: number, now: number): void;
  /** Calls `resume` once, when few changes wait. */
  whenLow(resume: () => void): void;
}

/** Changes that may wait for a reader that reads nothing for {@link stalled}. */
const mostChanges = 10_000;
/** No write for so long: the reader has stalled, ms. A reader that is only slower than a first list is waited for. */
const stalled = 2_000;
/** Bytes that may wait, however the reader reads. */
const mostBytes = 64 * 1_048_576;

/** Counts changes and their bytes: a change holds an object of up to 16 MiB. */
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
      bytes > mostBytes || (size > mostChanges && moved !== undefined && elapsed(moved, now) >= stalled),
    arrived(changes, more, now) {
      if (size === 0 || moved === undefined) moved = now;
      size += changes;
      bytes += more;
    },
    left(changes, less, now) {
      moved = now;
      size -= changes;
      bytes -= less;
      if (size > mostChanges / 10 || bytes > mostBytes / 10 || resumes.length === 0) return;
      const due = resumes;
      resumes = [];
      for (const resume of due) resume();
    },
    whenLow(resume) {
      resumes.push(resume);
    },
  };
}
