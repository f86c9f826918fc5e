/**
 * Measures one slice of long work, and ends it after 5 ms. `turn-budget.ts` limits all slices of one turn of the event loop.
 *
 * Reading the clock costs as much as a cheap item. So the clock is read once in a stride of items: the stride doubles while items
 * are quick, and is 1 after a slow item.
 */
export class SliceClock {
  readonly #now: () => number;
  readonly #longestStride: number;
  /** Shared with the clocks that `fork` has made. */
  readonly #slice: { last: number; spent: number };
  #stride = 1;
  #untimed = 0;

  /**
   * @param now - in ms; if it stands still during work, as virtual time does, no slice ever ends
   * @param longestStride - the clock is read at least once in so many items
   */
  constructor(now: () => number, longestStride = 32, slice = { last: 0, spent: 0 }) {
    this.#now = now;
    this.#longestStride = longestStride;
    this.#slice = slice;
  }

  /** Makes a clock that shares the slice and its budget. Its stride is its own: it adapts to the items of one worker. */
  fork(): SliceClock {
    return new SliceClock(this.#now, this.#longestStride, this.#slice);
  }

  /** Whether it is time to yield. All slices since the last `reset` share one budget. */
  get isOver(): boolean {
    return this.#slice.spent >= sliceMilliseconds;
  }

  /** Begins a slice. The time since the last slice does not count. */
  begin(): void {
    this.#slice.last = this.#now();
    this.shortenStride();
  }

  /** Call this before a worker continues: its items may have become slow, so the clock is read again after at most four items. */
  shortenStride(): void {
    this.#stride = Math.min(this.#stride, 4);
  }

  /** Counts an item. @returns whether the slice is over */
  step(): boolean {
    this.#untimed += 1;
    return this.#untimed >= this.#stride && this.#time();
  }

  /** Ends the slice. Reads the clock, because items since the last reading still have to count. */
  end(): void {
    this.#time();
  }

  /** Starts a new budget. Call this once the event loop has turned. */
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

/** In ms: the length of a slice. */
const sliceMilliseconds = 5;

/**
 * Returns how long ago `since` was, in the unit of both readings of a clock.
 *
 * RxJS reads the system clock, which can be set back by NTP, by a user or when a machine resumes; Go has a monotonic
 * clock for this. Here a step back counts as time that has passed. So a limit can be reached early, but it never waits
 * until the clock has caught up.
 */
export const elapsed = (since: number, now: number): number => Math.abs(now - since);
