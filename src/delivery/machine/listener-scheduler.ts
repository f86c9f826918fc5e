import type { SliceClock } from '../../scheduling/index.ts';

/**
 * Calls `run` once, unless unsubscribed: at the end of the current task, or in a later turn of the event loop if the turn or the
 * slice is over.
 */
export type Wake = (isSliceOver: boolean) => { unsubscribe(): void };

/** Counts the work of one listener in the slice that all listeners share. So the start of a listener reads no clock. */
export type ListenerClock = Pick<SliceClock, 'shortenStride' | 'step'>;

/**
 * Runs the listeners of one informer one after another, in the order in which they were scheduled. All listeners share the slices
 * of one clock, so that the event loop turns between slices for any number of listeners (PF9).
 */
export class ListenerScheduler {
  readonly #clock: SliceClock;
  readonly #wake: Wake;
  readonly #now: () => number;
  readonly #flushes = new Set<() => void>();
  #members = 0;
  #scheduled: (() => void)[] = [];
  #waking: { readonly since: number; unsubscribe(): void } | undefined;
  #isRunning = false;

  /** @param now - in ms */
  constructor(clock: SliceClock, wake: Wake, now: () => number) {
    this.#clock = clock;
    this.#wake = wake;
    this.#now = now;
  }

  /** In ms: the request time of the run that will deliver the current batch, or the current time. */
  get since(): number {
    return this.#waking?.since ?? this.#now();
  }

  /** Creates a clock for one listener. The stride of the clock adapts to the items of the listener. */
  clock(): ListenerClock {
    return this.#clock.fork();
  }

  /**
   * Adds a member: a listener, or a batch that listeners share.
   *
   * @param flush - emits the changes that the batch has collected
   * @returns a function that removes the member; the removal of the last member cancels the pending run (G15)
   */
  join(flush?: () => void): () => void {
    const own = flush && ((): void => flush()); // a new function, because a Set would store a repeated function only once
    if (own !== undefined) this.#flushes.add(own);
    this.#members += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      if (own !== undefined) this.#flushes.delete(own);
      this.#members -= 1;
      if (this.#members > 0) return;
      this.#scheduled = [];
      this.#waking?.unsubscribe();
      this.#waking = undefined;
    };
  }

  /** Makes all batches emit their collected changes. */
  flush(): void {
    for (const flush of this.#flushes) flush();
  }

  schedule(run: () => void): void {
    this.#scheduled.push(run);
    if (!this.#isRunning) this.wake();
  }

  wake(isSliceOver = false): void {
    if (this.#waking !== undefined) return;
    if (isSliceOver) this.#clock.reset(); // the next slice begins after the event loop has turned
    const since = this.#now();
    const waking = this.#wake(isSliceOver);
    this.#waking = { since, unsubscribe: () => waking.unsubscribe() };
  }

  /** Flushes, then runs the scheduled calls, including newly scheduled calls, until the slice is over or a call throws. */
  run(): void {
    this.flush();
    this.#waking = undefined; // reset after the flush, because this run also serves the calls that the flush schedules
    const scheduled = this.#scheduled;
    let at = 0;
    this.#isRunning = true;
    this.#clock.begin();
    try {
      while (at < scheduled.length && !this.#clock.isOver) {
        scheduled[at++]?.();
        this.#clock.step();
      }
    } finally {
      this.#clock.end();
      this.#isRunning = false;
      // If all members have left during the run, `#scheduled` is a new array.
      if (this.#scheduled === scheduled) this.#scheduled = scheduled.slice(at);
      if (this.#scheduled.length > 0) this.wake(true);
    }
  }
}
