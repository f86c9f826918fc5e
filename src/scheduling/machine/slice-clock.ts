/**
 * Measures one slice of long work. A slice is over after 5 ms. `turn-budget.ts` limits the time of all slices
 * in one turn of the event loop.
 *
 * Reading the clock costs as much as a cheap item, so the clock is read only once after several items. The
 * number of these items is the stride. The stride doubles while items are quick, and becomes 1 after a slow
 * item.
 */
export class SliceClock {
  readonly #now: () => number;
  readonly #longestStride: number;
  /** The times of the current slice. The clocks that `fork` has created share this object. */
  readonly #slice: { last: number; spent: number };
  #stride = 1;
  #untimed = 0;

  /**
   * @param now - returns the time in ms. If the time stands still during work, as virtual time does, no slice
   * ever ends
   * @param longestStride - the clock is read at least once in this number of items
   */
  constructor(now: () => number, longestStride = 32, slice = { last: 0, spent: 0 }) {
    this.#now = now;
    this.#longestStride = longestStride;
    this.#slice = slice;
  }

  /**
   * Creates a clock that shares the slice and its time limit. The new clock has its own stride: the number of
   * items between two reads of the time.
   */
  fork(): SliceClock {
    return new SliceClock(this.#now, this.#longestStride, this.#slice);
  }

  /**
   * Whether the work has to yield to the event loop. All slices since the last `reset` share one time limit.
   */
  get isOver(): boolean {
    return this.#slice.spent >= sliceMilliseconds;
  }

  /** Begins a slice. The time since the last slice does not count. */
  begin(): void {
    this.#slice.last = this.#now();
    this.shortenStride();
  }

  /**
   * Makes the clock read the time again after at most four items, because the next items may be slow. Call
   * this method before a listener or an operator continues its work.
   */
  shortenStride(): void {
    this.#stride = Math.min(this.#stride, 4);
  }

  /** Counts one item of work. @returns whether the slice is over */
  step(): boolean {
    this.#untimed += 1;
    return this.#untimed >= this.#stride && this.#time();
  }

  /**
   * Ends the slice. The method reads the clock, because the time of the items since the last reading still
   * has to count.
   */
  end(): void {
    this.#time();
  }

  /** Starts a new slice of 5 ms. Call `reset` after the event loop has turned. */
  reset(): void {
    this.#slice.spent = 0;
  }

  #time(): boolean {
    const now = this.#now();
    const took = Math.max(0, now - this.#slice.last);
    this.#slice.last = now;
    this.#slice.spent += took;
    this.#untimed = 0;
    this.#stride = took >= 1 ? 1 : Math.min(this.#longestStride, this.#stride * 2);
    return this.isOver;
  }
}

/** The length of a slice, in ms. */
const sliceMilliseconds = 5;

/**
 * Returns the time between two readings of a clock, in the unit of the clock.
 *
 * RxJS reads the system clock. NTP or a user can set this clock back. (Go has a monotonic clock.) A step back
 * counts as elapsed time. So a time limit may end too early, but never waits until the clock has caught up.
 */
export const elapsed = (since: number, now: number): number => Math.abs(now - since);
