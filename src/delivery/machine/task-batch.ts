import type { Change } from '../../store/index.ts';

/**
 * The maximum number of changes in a batch. While a listener waits at one change, the whole batch stays in
 * memory. So batches are short.
 */
const MAX_LENGTH = 32;

/**
 * Collects the watch events of one task into batches of up to 32 changes. The changes of a list or of a
 * resync are a separate batch. The separate batch is emitted immediately after the collected changes.
 */
export class TaskBatch<T> {
  readonly #emit: (batch: readonly Change<T>[]) => void;
  readonly #requestFlush: () => void;
  #collected: Change<T>[] = [];

  /** @param requestFlush - called for each pushed batch; has to call `flush` at the end of the current task */
  constructor(emit: (batch: readonly Change<T>[]) => void, requestFlush: () => void) {
    this.#emit = emit;
    this.#requestFlush = requestFlush;
  }

  /**
   * Adds a batch of changes. If the batch does not fit, or comes from a list or a resync, first the collected
   * changes are emitted and then the batch.
   */
  push(batch: readonly Change<T>[]): void {
    if (this.#collected.length + batch.length > MAX_LENGTH || !batch.every(isWatchEvent)) {
      this.flush();
      this.#emit(batch);
      return;
    }
    for (const change of batch) this.#collected.push(change);
    this.#requestFlush();
  }

  flush(): void {
    const collected = this.#collected;
    if (collected.length === 0) return;
    this.#collected = [];
    this.#emit(collected);
  }
}

const isWatchEvent = ({ cause }: Change<unknown>): boolean => cause === 'watch';
