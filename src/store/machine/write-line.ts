/**
 * Who may write: one at a time, in the order of coming. What comes while somebody writes, is being told, or prepares
 * a large write waits, so that all see one order (G16).
 */
export class WriteLine {
  #holds = 0;
  #draining = false;
  // A Set: the first is found by its live iterator, and whoever gives up leaves from the middle.
  readonly #waiting = new Set<() => void>();

  /** Whether a write may happen at once: nobody holds the line, nobody waits. */
  get isFree(): boolean {
    return this.#holds === 0 && !this.#draining;
  }

  /** Nobody's turn comes until the same number of releases. */
  hold(): void {
    this.#holds += 1;
  }

  release(): void {
    this.#holds -= 1;
    // While it drains the loop below goes on by itself: no recursion, however many wait.
    if (this.#draining || this.#holds > 0 || this.#waiting.size === 0) return;
    this.#draining = true;
    try {
      for (const turn of this.#waiting) {
        if (this.#holds > 0) break;
        turn();
      }
    } finally {
      this.#draining = false;
    }
  }

  /**
   * Waits for a turn, which lasts until `leave` is called, the one that is passed or the one that is returned; then
   * or before, once or more often.
   *
   * @param turn - must not throw
   */
  enter(turn: (leave: () => void) => void): () => void {
    let place: 'waiting' | 'in' | 'out' = 'waiting';
    const leave = (): void => {
      const was = place;
      place = 'out';
      if (was === 'waiting') this.#waiting.delete(begin);
      else if (was === 'in') this.release();
    };
    const begin = (): void => {
      this.#waiting.delete(begin);
      this.hold();
      place = 'in';
      turn(leave);
    };

    if (this.isFree) begin();
    else this.#waiting.add(begin);
    return leave;
  }
}
