import { type QueueEntry, KeyedDeltaQueue } from '../../../queue/index.ts';

interface Waiter {
  readonly type: 'POP';
  readonly run: () => void;
}

/**
 * Runs one pop at a time, in the order of the calls. In client-go, `Pop` locks the queue for the time of the
 * processing. A pop acquires the mutex when the queue has an item for the pop.
 */
export class PopMutex {
  readonly #waiting = new KeyedDeltaQueue<Waiter>();
  readonly #isPoppable: () => boolean;
  #isAcquired = false;
  #isWaking = false;

  /** @param isPoppable - returns whether a pop can run immediately */
  constructor(isPoppable: () => boolean) {
    this.#isPoppable = isPoppable;
  }

  /**
   * Queues a request for the mutex.
   *
   * @param onAcquired - called when the mutex is acquired; must not throw
   * @returns a function that releases the mutex, or cancels the request
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

  /** Called when the queue may have an item. The pop that has waited longest acquires the mutex. */
  wake(): void {
    if (this.#isWaking) return; // the running loop below also serves this call, so calls do not nest
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
