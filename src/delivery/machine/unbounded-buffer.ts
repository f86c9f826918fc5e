import { ChunkedList } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import { type ChangeBuffer, isInitial } from './change-buffer.ts';

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
