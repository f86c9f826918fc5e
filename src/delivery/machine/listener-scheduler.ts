import type { SliceClock } from '../../scheduling/index.ts';

/** Calls `run` once, unless it is unsubscribed: when the current task is done or, after a full slice, once the event loop has turned. */
export type Wake = (isSliceOver: boolean) => { unsubscribe(): void };

/** Times what one listener does as items of the slice that all listeners share: a listener that begins reads no clock. */
export type ListenerClock = Pick<SliceClock, 'shortenStride' | 'step'>;

/**
 * Runs the listeners of one informer, one after another, in the order in which they were scheduled. All share the slices of one
 * clock: however many listeners there are, the event loop turns in between (PF9).
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

  /** Since when what comes now has waited: a batch has been gathered since the run was requested. */
  get since(): number {
    return this.#waking?.since ?? this.#now();
  }

  /** @returns a clock for one listener: how quick its items are shows in its own clock alone */
  clock(): ListenerClock {
    return this.#clock.fork();
  }

  /**
   * Adds a listener, or a batch that listeners share.
   *
   * @param flush - emits what a batch has gathered
   * @returns removes it; the last one cancels the run that would follow (G15)
   */
  join(flush?: () => void): () => void {
    const own = flush && ((): void => flush()); // a set has the same function once
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

  /** Makes all batches emit what they have gathered. */
  flush(): void {
    for (const flush of this.#flushes) flush();
  }

  /** Calls `run` once, behind all that is scheduled. */
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

  /** Flushes, then runs what is scheduled, also what is scheduled meanwhile, until the slice is over or one of them throws. */
  run(): void {
    this.flush();
    this.#waking = undefined; // this run serves what the flush has scheduled
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
      // Where all have left meanwhile, it is another list.
      if (this.#scheduled === scheduled) this.#scheduled = scheduled.slice(at);
      if (this.#scheduled.length > 0) this.wake(true);
    }
  }
}
