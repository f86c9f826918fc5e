import { identityOf } from '../../store/index.ts';
import { DelayHeap } from './delay-heap.ts';
import { ReadyList } from './ready-list.ts';
import { addCause, Entry, itemOf, noCauses, type SingleCauses, type WorkItem } from './work-queue-entry.ts';

/** An item that `get` has returned, with the causes of its run. */
export interface WorkRun {
  readonly id: string;
  readonly item: WorkItem;
  readonly causes: readonly string[];
  /** The time in ms for which the item was ready. */
  readonly waited: number;
}

/** How an item is added. */
export interface AddOptions {
  readonly cause?: string | undefined;
  /** True for an item that waits behind the items of normal priority. */
  readonly isLowPriority?: boolean;
  /** True for a request that repeats a known state, such as a resync. Such a request does not end the wait for a retry. */
  readonly isRepeat?: boolean;
}

/** The delay of a debounce: `wait` ms after the last request, but at most `maxWait` ms after the first one. */
export interface Debounce {
  /** The time in ms after the last request of a key. */
  readonly wait: number;
  /** The longest delay in ms after the first request of a key. */
  readonly maxWait: number;
}

/** The numbers of the queue at one time. */
export interface WorkQueueSizes {
  /** The number of ready items. */
  readonly depth: number;
  /** The number of running items. */
  readonly running: number;
  /** The number of items that are due later. */
  readonly delayed: number;
  /** The time in ms for which the oldest ready item has waited. */
  readonly oldestAge: number;
  /** How often an item became ready so far, or was added again during its run. */
  readonly adds: number;
}

/** The number of ms after which an item of low priority goes before items that arrive later with normal priority. */
const lowPriorityDelay = 10_000;

/**
 * client-go's work queue (B205–B219), with priorities and debounce. An item is ready at most once. An item never has
 * two runs at a time: if it is added during a run, it is ready again after the run. The queue keeps an item only while
 * it is ready, running or delayed. All times are in ms, and the caller passes the current time.
 */
export class WorkQueue {
  readonly #entries = new Map<string, Entry>();
  readonly #normal = new ReadyList<Entry>();
  readonly #low = new ReadyList<Entry>();
  readonly #delayed = new DelayHeap<Entry>();
  /** Most items have one cause, so items with the same cause share one array. */
  readonly #singleCauses: SingleCauses = new Map();
  #adds = 0;
  #running = 0;
  #isShuttingDown = false;

  /** The number of ready items. Running and delayed items do not count (B206). */
  get length(): number {
    return this.#normal.size + this.#low.size;
  }

  get running(): number {
    return this.#running;
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  /** The time at which the next delayed item is due, or `undefined`. */
  get nextDueAt(): number | undefined {
    return this.#delayed.first?.dueAt;
  }

  sizes(now: number): WorkQueueSizes {
    const since = Math.min(sinceOf(this.#normal.first) ?? now, sinceOf(this.#low.first) ?? now);
    return {
      depth: this.length,
      running: this.#running,
      delayed: this.#delayed.size,
      oldestAge: Math.max(0, now - since),
      adds: this.#adds,
    };
  }

  /**
   * Makes the item ready, or ready again after its run (B207, B208). A repeat does not end the delay of an item that
   * waits for a retry: the retry reads the same state.
   */
  add(item: WorkItem, now: number, options: AddOptions = {}): void {
    if (this.#isShuttingDown) return;
    const entry = this.#entry(item);
    addCause(entry, options.cause, this.#singleCauses);
    if (options.isRepeat === true && entry.retryAt !== undefined) return;
    this.#makeReady(entry, now, options);
  }

  /** Adds the item after the delay of the debounce. A further request moves the time. */
  addDebounced(item: WorkItem, now: number, { wait, maxWait }: Debounce, options: AddOptions = {}): void {
    if (this.#isShuttingDown) return;
    const entry = this.#entry(item);
    addCause(entry, options.cause, this.#singleCauses);
    if (options.isRepeat === true && entry.retryAt !== undefined) return;
    if (entry.ready !== undefined) {
      this.#makeReady(entry, now, options);
      return;
    }
    const { since = now, isLowPriority = true } = entry.debounced ?? {};
    entry.debounced = {
      since,
      until: Math.min(now + wait, since + maxWait),
      isLowPriority: options.isLowPriority === true && isLowPriority,
    };
    this.#schedule(entry);
  }

  /** Makes the item ready after `delay` ms. The earliest time of several calls counts (B216–B219). */
  addAfter(item: WorkItem, now: number, delay: number, options: AddOptions = {}): void {
    if (this.#isShuttingDown) return;
    if (delay <= 0) {
      this.add(item, now, options);
      return;
    }
    const entry = this.#entry(item);
    addCause(entry, options.cause, this.#singleCauses);
    entry.requeueAt = Math.min(entry.requeueAt ?? Infinity, now + delay);
    this.#schedule(entry);
  }

  /**
   * Makes the item ready for a retry after `delay` ms. The next run ends this wait, and keeps the time of `addAfter`
   * (G22).
   */
  retryAfter(item: WorkItem, now: number, delay: number): void {
    if (this.#isShuttingDown) return;
    const entry = this.#entry(item);
    entry.retryAt = now + delay;
    this.#schedule(entry);
  }

  /** Appends each due item to the ready items, in the order of their times (B218). */
  advance(now: number): void {
    for (let entry = this.#delayed.first; entry !== undefined && entry.dueAt <= now;) {
      const { debounced, dueAt } = entry;
      const isLowPriority = debounced?.until === dueAt && debounced.isLowPriority;
      if (isDue(entry.requeueAt, now)) {
        entry.requeueAt = undefined;
        addCause(entry, 'requeue', this.#singleCauses);
      }
      if (isDue(entry.retryAt, now)) {
        entry.retryAt = undefined;
        addCause(entry, 'retry', this.#singleCauses);
      }
      if (isDue(debounced?.until, now)) entry.debounced = undefined;
      this.#makeReady(entry, now, { isLowPriority });
      this.#schedule(entry);
      entry = this.#delayed.first;
    }
  }

  /**
   * Starts the run of the next item, or returns `undefined`. An item of low priority waits behind the items of normal
   * priority that have arrived in the 10 s after it.
   */
  get(now: number): WorkRun | undefined {
    const normal = sinceOf(this.#normal.first);
    const low = sinceOf(this.#low.first);
    const isLowDue = low !== undefined && (normal === undefined || low + lowPriorityDelay <= normal);
    const list = isLowDue ? this.#low : this.#normal;
    const entry = list.first;
    if (entry === undefined) return undefined;
    const waited = Math.max(0, now - (sinceOf(entry) ?? now));
    list.remove(entry);
    entry.isRunning = true;
    this.#running++;
    // The run answers all earlier requests of the item. So the item no longer waits for a retry or for the end of a
    // debounce.
    entry.retryAt = entry.debounced = undefined;
    this.#schedule(entry);
    const { causes } = entry;
    entry.causes = noCauses;
    return { id: identityOf(entry), item: itemOf(entry), causes, waited };
  }

  /** Ends the run of the item. An item that was added during the run is ready again (B207). */
  done({ id }: WorkRun, now: number): void {
    const entry = this.#entries.get(id);
    if (entry?.isRunning !== true) return;
    entry.isRunning = false;
    this.#running--;
    const { repetition } = entry;
    entry.repetition = undefined;
    if (repetition === undefined || (repetition.isRepeat && entry.retryAt !== undefined))
      this.#removeIfIdle(entry);
    else this.#append(entry, now, repetition.isLowPriority);
  }

  /**
   * Refuses new items, and drops the retries and requeues. `get` still returns the ready items (B213). A debounced item is ready at
   * once.
   */
  shutDown(now: number): void {
    for (const entry of this.#entries.values()) {
      const { debounced } = entry;
      if (debounced !== undefined) this.#makeReady(entry, now, { isLowPriority: debounced.isLowPriority });
    }
    this.#isShuttingDown = true;
    this.#delayed.clear();
    for (const entry of this.#entries.values()) {
      entry.requeueAt = entry.retryAt = entry.debounced = undefined;
      this.#removeIfIdle(entry);
    }
  }

  #entry(item: WorkItem): Entry {
    const id = identityOf(item);
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const entry = new Entry(item);
    this.#entries.set(id, entry);
    return entry;
  }

  #makeReady(entry: Entry, now: number, { isLowPriority = false, isRepeat = false }: AddOptions): void {
    if (entry.isRunning) {
      const { repetition } = entry;
      if (repetition === undefined) this.#adds++;
      entry.repetition = {
        isLowPriority: isLowPriority && repetition?.isLowPriority !== false,
        isRepeat: isRepeat && repetition?.isRepeat !== false,
      };
    } else if (entry.ready === undefined) {
      this.#adds++;
      this.#append(entry, now, isLowPriority);
    } else if (entry.ready.list === this.#low && !isLowPriority) {
      this.#low.remove(entry);
      this.#append(entry, now, false);
    }
  }

  #append(entry: Entry, now: number, isLowPriority: boolean): void {
    (isLowPriority ? this.#low : this.#normal).append(entry, now);
  }

  #schedule(entry: Entry): void {
    this.#delayed.update(entry);
    this.#removeIfIdle(entry);
  }

  #removeIfIdle(entry: Entry): void {
    if (entry.ready === undefined && !entry.isRunning && entry.dueAt === Infinity)
      this.#entries.delete(identityOf(entry));
  }
}

/** Returns the time in ms at which the entry became ready. */
const sinceOf = (entry: Entry | undefined): number | undefined => entry?.ready?.since;

const isDue = (at: number | undefined, now: number): boolean => at !== undefined && at <= now;
