/** A queue of deltas. Each implementation mutates its own state. */
export interface Fifo<Event, Popped> {
  /** The number of pops that would return deltas. */
  readonly length: number;
  /**
   * Whether the whole first list was popped. If an object arrives before the first list, the value is true
   * immediately (B84, B101).
   */
  readonly hasSynced: boolean;
  write(event: Event): void;
  /** Removes the oldest entry and returns its deltas, or `undefined` if the queue is empty. */
  pop(): Popped | undefined;
}

/** One input of `FifoLoop`: an event, a pop, the end of the events, or the end of the pops. */
export type Step<Event> =
  Event | { readonly type: 'POP' } | { readonly type: 'EVENTS_END' } | { readonly type: 'POPS_END' };

/**
 * Combines a queue with its pops. A pop of an empty queue waits for the next delta, as client-go's `Pop`
 * blocks. Several waiting pops count as one pop. Otherwise, if a timer triggers the pops, many pops would
 * wait at an empty queue. Later deltas would be popped at once, and would not coalesce.
 */
export class FifoLoop<Event extends { readonly type: string }, Popped> {
  /** The deltas that the last step popped. */
  popped: Popped | undefined;
  /** True if no later step can pop deltas. */
  isFinished = false;
  readonly #fifo: Fifo<Event, Popped>;
  #isPopPending = false;
  #hasEvents = true;
  #hasPops = true;

  constructor(fifo: Fifo<Event, Popped>) {
    this.#fifo = fifo;
  }

  step(step: Step<Event>): this {
    if (isEvent(step)) this.#fifo.write(step);
    else if (step.type === 'POP') this.#isPopPending = true;
    else if (step.type === 'EVENTS_END') this.#hasEvents = false;
    else this.#hasPops = false;

    this.popped = this.#isPopPending ? this.#fifo.pop() : undefined;
    // If no more events can arrive and the queue is empty, a pop does not wait (B87).
    if (this.popped !== undefined || !this.#hasEvents) this.#isPopPending = false;
    this.isFinished =
      (!this.#hasEvents && this.#fifo.length === 0) || (!this.#hasPops && !this.#isPopPending);
    return this;
  }
}

function isEvent<Event extends { readonly type: string }>(step: Step<Event>): step is Event {
  return step.type !== 'POP' && step.type !== 'EVENTS_END' && step.type !== 'POPS_END';
}
