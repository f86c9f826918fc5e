/**
 * Measures one slice of long work, and ends it after 5 ms. `turn-budget.ts` limits all slices of one turn of the event loop.
 *
 * Reading the clock costs as much as a cheap item, so the clock is read once per stride of items. The stride doubles while items
 * are quick, and is 1 after a slow item.
 */
export class SliceClock {
  readonly #now: () => number;
  readonly #longestStride: number;
  /** Shared with the clocks that `fork` has created. */
  readonly #slice: { last: number; spent: number };
  #stride = 1;
  #untimed = 0;

  /**
   * @param now - in ms; if the time stands still during work, like virtual time, no slice ever ends
   * @param longestStride - the clock is read at least once in this number of items
   */
  constructor(now: () => number, longestStride = 32, slice = { last: 0, spent: 0 }) {
    this.#now = now;
    this.#longestStride = longestStride;
    this.#slice = slice;
  }

  /** Creates a clock that shares the slice and its time limit. The new clock has its own stride, for the items of one worker. */
  fork(): SliceClock {
    return new SliceClock(this.#now, this.#longestStride, this.#slice);
  }

  /** Whether the work has to yield. All slices since the last `reset` share one time limit. */
  get isOver(): boolean {
    return this.#slice.spent >= sliceMilliseconds;
  }

  /** Begins a slice. The time since the last slice does not count. */
  begin(): void {
    this.#slice.last = this.#now();
    this.shortenStride();
  }

  /**
   * Call the method before a worker continues. The worker's items may have become slow, so the clock is read again after at most
   * four items.
   */
  shortenStride(): void {
    this.#stride = Math.min(this.#stride, 4);
  }

  /** Counts an item. @returns whether the slice is over */
  step(): boolean {
    this.#untimed += 1;
    return this.#untimed >= this.#stride && this.#time();
  }

  /** Ends the slice. Reads the clock, because the items since the last reading still have to count. */
  end(): void {
    this.#time();
  }

  /** Starts a new time limit. Call `reset` once the event loop has turned. */
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
 * Returns the time since `since`, in the unit of both readings of a clock.
 *
 * RxJS reads the system clock, which NTP, a user or a resumed computer can set back; Go has a monotonic clock instead. A step back
 * counts as elapsed time. So a limit can be reached early, but never waits until the clock has caught up.
 */
export const elapsed = (since: number, now: number): number => Math.abs(now - since);
