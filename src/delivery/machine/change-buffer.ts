import { ChunkedList } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';

export interface ChangeBuffer<T> {
  readonly pending: number;
  /** The number of changes in the buffer for which `isInitial` returns true. */
  readonly initial: number;
  /** The number of changes so far that the buffer merged, or removed as an add and its delete. */
  readonly conflated: number;
  /** The number of changes so far that the buffer dropped. */
  readonly dropped: number;
  /** The time when the oldest change in the buffer arrived. If the buffer is empty, do not use the value. */
  readonly oldest: number;

  /** @throws BufferOverflowError if the buffer is full and its option `overflow` is 'error' */
  push(batch: readonly Change<T>[], now: number): void;
  shift(): Change<T> | undefined;
}

/** Returns whether a change comes from the first list, or from the current content for a late subscriber. */
export function isInitial({ cause }: Change<unknown>): boolean {
  return cause === 'initial' || cause === 'replay';
}

export function takeAll<T>(buffer: ChangeBuffer<T>): readonly Change<T>[] {
  const all: Change<T>[] = [];
  for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) all.push(next);
  return all;
}

/**
 * A buffer that stores all changes without a limit (B159). The buffer stores references to batches, so that
 * an additional subscriber costs almost no memory per change (PF16).
 */
export class UnboundedBuffer<T> implements ChangeBuffer<T> {
  readonly conflated = 0;
  readonly dropped = 0;
  readonly #batches = new ChunkedList<readonly Change<T>[]>();
  /**
   * The arrival time of each batch. A separate list saves one object per batch: the record that would join a
   * batch and its time.
   */
  readonly #since = new ChunkedList<number>();
  #at = 0;
  #pending = 0;
  #initial = 0;

  get pending(): number {
    return this.#pending;
  }

  get initial(): number {
    return this.#initial;
  }

  get oldest(): number {
    return this.#since.peek() ?? 0;
  }

  push(changes: readonly Change<T>[], since: number): void {
    if (changes.length === 0) return;
    this.#batches.push(changes);
    this.#since.push(since);
    this.#pending += changes.length;
    for (const change of changes) {
      if (isInitial(change)) this.#initial += 1;
    }
  }

  shift(): Change<T> | undefined {
    const changes = this.#batches.peek();
    const change = changes?.[this.#at];
    if (changes === undefined || change === undefined) return undefined;
    this.#at += 1;
    this.#pending -= 1;
    if (isInitial(change)) this.#initial -= 1;
    if (this.#at === changes.length) {
      this.#batches.shift();
      this.#since.shift();
      this.#at = 0;
    }
    return change;
  }
}
