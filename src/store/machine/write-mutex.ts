/**
 * The mutex of a store runs one write at a time, in the order of the calls. While a write is prepared,
 * applied or emitted, other writes are queued. So all subscribers get the changes in the same order (G16).
 */
export class WriteMutex {
  #locks = 0;
  #draining = false;
  // The queue is a Set, because a cancelled write is removed from the middle of the queue.
  readonly #queue = new Set<() => void>();

  /** Whether a write can be applied immediately, because the mutex is not locked, and no write is queued. */
  get isFree(): boolean {
    return this.#locks === 0 && !this.#draining;
  }

  /** Locks the mutex. Each call needs one call of `unlock`. */
  lock(): void {
    this.#locks += 1;
  }

  unlock(): void {
    this.#locks -= 1;
    // While `#draining` is true, the loop below runs the next queued write. So any number of queued writes
    // causes no recursion.
    if (this.#draining || this.#locks > 0 || this.#queue.size === 0) return;
    this.#draining = true;
    try {
      for (const start of this.#queue) {
        if (this.#locks > 0) break;
        start();
      }
    } finally {
      this.#draining = false;
    }
  }

  /**
   * Acquires the mutex. If the mutex is free, the call acquires it immediately. Otherwise calls wait in their
   * order. The method returns a function that releases the mutex, or cancels the wait. `onAcquired` gets the
   * same function. A second call of that function has no effect.
   *
   * @param onAcquired - may not throw
   */
  acquire(onAcquired: (release: () => void) => void): () => void {
    let state: 'queued' | 'acquired' | 'released' = 'queued';
    const release = (): void => {
      const previous = state;
      state = 'released';
      if (previous === 'queued') this.#queue.delete(start);
      else if (previous === 'acquired') this.unlock();
    };
    const start = (): void => {
      this.#queue.delete(start);
      this.lock();
      state = 'acquired';
      onAcquired(release);
    };

    if (this.isFree) start();
    else this.#queue.add(start);
    return release;
  }
}
