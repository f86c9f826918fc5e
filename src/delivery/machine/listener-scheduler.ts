import type { SliceClock } from '../../scheduling/index.ts';
import type { BufferState } from '../delivery-options.ts';

/**
 * Schedules one call of `run`, which an unsubscribe cancels. `run` is called at the end of the current task.
 * If `isSliceOver` is true, or the time of the current turn is used up, `run` is called in a later turn of
 * the event loop.
 */
export type Wake = (isSliceOver: boolean) => { unsubscribe(): void };

/**
 * The clock of one listener, which counts the work of the listener. All listeners share one time slice, so a
 * listener does not have to read the system clock when it starts.
 */
export type ListenerClock = Pick<SliceClock, 'shortenStride' | 'step'>;

/** A member of a scheduler: a listener, or a `TaskBatch` that several listeners share. */
export interface SchedulerMember {
  /** Emits the changes that the batch has collected. */
  readonly flush?: () => void;
  /** Returns the current state of the buffer of the listener. */
  readonly buffer?: () => BufferState;
}

/**
 * Runs the listeners of one informer one after another, in the order in which they were scheduled. All
 * listeners share slices of 5 ms. So the event loop turns after each slice, for any number of listeners
 * (PF9).
 */
export class ListenerScheduler {
  readonly #clock: SliceClock;
  readonly #wake: Wake;
  readonly #now: () => number;
  readonly #members = new Set<SchedulerMember>();
  /** The members with a `flush`. A flush is called often, and there can be thousands of listeners. */
  readonly #batches = new Set<SchedulerMember>();
  #scheduled: (() => void)[] = [];
  #waking: { readonly since: number; unsubscribe(): void } | undefined;
  #isRunning = false;

  /** @param now - returns the current time in ms */
  constructor(clock: SliceClock, wake: Wake, now: () => number) {
    this.#clock = clock;
    this.#wake = wake;
    this.#now = now;
  }

  /**
   * The arrival time of the collected changes, in ms: the time when the next run was scheduled. If no run is
   * scheduled, the value is the current time.
   */
  get since(): number {
    return this.#waking?.since ?? this.#now();
  }

  /**
   * Creates a clock for one listener. The clock adapts how often it reads the system time to the speed of the
   * listener.
   */
  clock(): ListenerClock {
    return this.#clock.fork();
  }

  /**
   * Adds a member to the scheduler.
   *
   * @returns a function that removes the member; when the last member is removed, the scheduled run is
   * cancelled (G15)
   */
  join(member: SchedulerMember): () => void {
    this.#members.add(member);
    if (member.flush !== undefined) this.#batches.add(member);
    return () => {
      this.#batches.delete(member);
      if (!this.#members.delete(member) || this.#members.size > 0) return;
      this.#scheduled = [];
      this.#waking?.unsubscribe();
      this.#waking = undefined;
    };
  }

  /** The buffers of the current listeners, with the changes that the batches have collected. */
  get buffers(): readonly BufferState[] {
    this.flush();
    return Array.from(this.#members, (member) => member.buffer?.()).filter((buffer) => buffer !== undefined);
  }

  /** Calls `flush` of all batches, so that each shared batch emits its collected changes. */
  flush(): void {
    for (const batch of this.#batches) batch.flush?.();
  }

  schedule(run: () => void): void {
    this.#scheduled.push(run);
    if (!this.#isRunning) this.wake();
  }

  wake(isSliceOver = false): void {
    if (this.#waking !== undefined) return;
    if (isSliceOver) this.#clock.reset(); // the next time slice begins after the event loop has run
    const since = this.#now();
    const waking = this.#wake(isSliceOver);
    this.#waking = { since, unsubscribe: () => waking.unsubscribe() };
  }

  /**
   * Flushes the batches. Then runs the scheduled calls, and also the calls that are scheduled meanwhile. The
   * run stops when the time slice is over, or when a call throws.
   */
  run(): void {
    this.flush();
    // `#waking` is reset after the flush, because this run also serves the calls that the flush schedules.
    this.#waking = undefined;
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
      // If all members left during the run, `#scheduled` is a new array, and the old calls are cancelled.
      if (this.#scheduled === scheduled) this.#scheduled = scheduled.slice(at);
      if (this.#scheduled.length > 0) this.wake(true);
    }
  }
}
