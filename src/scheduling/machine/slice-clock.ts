/**
 * Says when a slice of long work has lasted long enough. Reading the clock costs as much as a cheap item, so items that
 * prove quick are timed several at once; the first that is slow makes it look each time.
 */
export class SliceClock {
  readonly #now: () => number;
  readonly #longestStride: number;
  /** Of all who work in these slices. */
  readonly #slice: { last: number; spent: number };
  #stride = 1;
  #untimed = 0;

  /**
   * @param now - in ms; a clock that stands still during work, as virtual time does, never ends a slice
   * @param longestStride - reads the clock at most once per this many quick items
   */
  constructor(now: () => number, longestStride = 32, slice = { last: 0, spent: 0 }) {
    this.#now = now;
    this.#longestStride = longestStride;
    this.#slice = slice;
  }

  /** For another who works in the same slices: how quick its items are shows in its own alone. */
  another(): SliceClock {
    return new SliceClock(this.#now, this.#longestStride, this.#slice);
  }

  /** Whether it is time to yield: slices that follow each other without a yield share one budget. */
  get isOver(): boolean {
    return this.#slice.spent >= milliseconds;
  }

  /** A slice begins; the time since the last one is not counted. */
  begin(): void {
    this.#slice.last = this.#now();
    this.resume();
  }

  /** A listener of the shared slices continues. Its items may be slow now, so the clock looks again after four of them. */
  resume(): void {
    this.#stride = Math.min(this.#stride, 4);
  }

  /** An item is done. @returns whether the slice is over */
  step(): boolean {
    this.#untimed += 1;
    return this.#untimed >= this.#stride && this.#time();
  }

  /** The slice ends: what has not been timed yet is, for the time up to the next one does not count. */
  end(): void {
    this.#time();
  }

  /** Everybody else had a turn. */
  yielded(): void {
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

/** Of a slice. */
const milliseconds = 5;

/**
 * Returns how long ago `since` was, in the unit of both readings of a clock.
 *
 * RxJS reads the clock of the system, which may be set back: by NTP, by a user, when a machine resumes. Go has a monotonic
 * clock for this. Here a clock that was set back counts as time that has passed: a limit is then met early, and no limit is
 * switched off until the clock has caught up.
 */
export const elapsed = (since: number, now: number): number => Math.abs(now - since);
