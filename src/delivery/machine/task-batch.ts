import type { Change } from '../../store/index.ts';

/** In changes. A listener that is stuck at one change keeps its whole batch alive, so batches are short. */
const MAX_LENGTH = 32;

/**
 * Collects the watch events of one task into batches of up to 32 changes. The changes of a list or of a resync are a separate
 * batch, which is emitted immediately after the collected changes.
 */
export class TaskBatch<T> {
  readonly #emit: (batch: readonly Change<T>[]) => void;
  readonly #requestFlush: () => void;
  #collected: Change<T>[] = [];

  /** @param requestFlush - calls `flush` at the end of the task; called for each batch that is pushed */
  constructor(emit: (batch: readonly Change<T>[]) => void, requestFlush: () => void) {
    this.#emit = emit;
    this.#requestFlush = requestFlush;
  }

  /** Collects a batch. If the batch does not fit, or is of a list or a resync, emits the collected changes and then the batch. */
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
