import type { Change } from '../../store/index.ts';

/** So many go on at once: a listener that is stuck at one change keeps no more neighbours of it alive. */
const MAX_LENGTH = 32;

/**
 * Gathers the watch events of one task into one batch. What a list or a resync brings passes at once, behind what was gathered:
 * it is a batch of its own.
 */
export class TaskBatch<T> {
  readonly #emit: (batch: readonly Change<T>[]) => void;
  readonly #requestFlush: () => void;
  #gathered: Change<T>[] = [];

  /** @param requestFlush - is to call `flush` when the task is done; called again at each batch */
  constructor(emit: (batch: readonly Change<T>[]) => void, requestFlush: () => void) {
    this.#emit = emit;
    this.#requestFlush = requestFlush;
  }

  push(batch: readonly Change<T>[]): void {
    if (this.#gathered.length + batch.length > MAX_LENGTH || !batch.every(isWatchEvent)) {
      this.flush();
      this.#emit(batch);
      return;
    }
    for (const change of batch) this.#gathered.push(change);
    this.#requestFlush();
  }

  flush(): void {
    const gathered = this.#gathered;
    if (gathered.length === 0) return;
    this.#gathered = [];
    this.#emit(gathered);
  }
}

const isWatchEvent = ({ cause }: Change<unknown>): boolean => cause === 'watch';
