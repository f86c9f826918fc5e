import type { SliceClock } from '../../scheduling/index.ts';

/**
 * Calls `run` once, unless unsubscribed: at the end of the current task or, where the turn or the slice is used up, in a later turn of
 * the event loop.
 */
export type Wake = (isSliceOver: boolean) => { unsubscribe(): void };

/** Measures the work of one listener as items of the slice that all listeners share. So the start of a listener reads no clock. */
export type ListenerClock = Pick<SliceClock, 'shortenStride' | 'step'>;

/**
 * Runs the listeners of one informer one after another, in the order in which they were scheduled. All listeners share the slices
 * of one clock, so that the event loop turns between slices, however many listeners there are (PF9).
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

  /** In ms: the time of the request of the run that will deliver the changes of the current batch, or now. */
  get since(): number {
    return this.#waking?.since ?? this.#now();
  }

  /** Makes a clock for one listener: its stride adapts to the items of this listener. */
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
    const own = flush && ((): void => flush()); // its own function, because a Set would keep a repeated function only once
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

  /** Makes all batches emit the changes that they have collected. */
  flush(): void {
    for (const flush of this.#flushes) flush();
  }

  /** Calls `run` once, after all calls that are already scheduled. */
  schedule(run: () => void): void {
    this.#scheduled.push(run);
    if (!this.#isRunning) this.wake();
  }

  /** Requests a run of the scheduler. */
  wake(isSliceOver = false): void {
    if (this.#waking !== undefined) return;
    if (isSliceOver) this.#clock.reset(); // the next slice begins after the event loop has turned
    const since = this.#now();
    const waking = this.#wake(isSliceOver);
    this.#waking = { since, unsubscribe: () => waking.unsubscribe() };
  }

  /** Flushes, then runs the scheduled calls, and those that they schedule, until the slice is over or a call throws. */
  run(): void {
    this.flush();
    this.#waking = undefined; // not before the flush: this run also serves the calls that the flush schedules
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
