import { type QueueEntry, KeyedDeltaQueue } from '../../../queue/index.ts';

interface Waiter {
  readonly type: 'POP';
  readonly run: () => void;
}

/**
 * Runs one pop at a time, in the order of the calls, as client-go's `Pop` holds the queue's lock while it processes. A pop
 * acquires the mutex once the queue has an item for it.
 */
export class PopMutex {
  readonly #waiting = new KeyedDeltaQueue<Waiter>();
  readonly #isPoppable: () => boolean;
  #isAcquired = false;
  #isWaking = false;

  /** @param isPoppable - whether a pop would return at once */
  constructor(isPoppable: () => boolean) {
    this.#isPoppable = isPoppable;
  }

  /**
   * @param onAcquired - must not throw
   * @returns releases the mutex, or cancels the wait for it
   */
  acquire(onAcquired: () => void): () => void {
    let isOwner = false;
    const entry: QueueEntry<Waiter> = this.#waiting.append({
      type: 'POP',
      run: () => {
        isOwner = true;
        onAcquired();
      },
    });
    this.wake();
    return () => {
      if (isOwner) {
        isOwner = false;
        this.#isAcquired = false;
        this.wake();
      } else this.#waiting.remove(entry);
    };
  }

  /** Called when the queue may have an item: the pop that waits longest acquires the mutex. */
  wake(): void {
    if (this.#isWaking) return; // the loop below continues, so that a release inside it does not recurse
    this.#isWaking = true;
    try {
      while (!this.#isAcquired && this.#waiting.length > 0 && this.#isPoppable()) {
        this.#isAcquired = true;
        this.#waiting.shift()?.deltas[0].run();
      }
    } finally {
      this.#isWaking = false;
    }
  }
}
