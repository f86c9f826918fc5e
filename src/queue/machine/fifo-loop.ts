/** The interface of each form of the queue. Each form owns its state and changes it. */
export interface Fifo<Event, Popped> {
  /** How many pops would not be empty. */
  readonly length: number;
  /** Whether all of the first list was handed out; at once, if anything else came before a list (B84, B101). */
  readonly hasSynced: boolean;
  write(event: Event): void;
  /** Takes the oldest; nothing if nothing waits. */
  pop(): Popped | undefined;
}

/** An input of the queue: an event, a pop, the end of either. */
export type Step<Event> =
  Event | { readonly type: 'POP' } | { readonly type: 'EVENTS_END' } | { readonly type: 'POPS_END' };

/**
 * A queue and its pops. A pop of an empty queue takes the next delta, as client-go's `Pop` blocks. Several such pops count as
 * one: otherwise a timer would save up pops, and no deltas would gather.
 */
export class FifoLoop<Event extends { readonly type: string }, Popped> {
  /** What the last step popped. */
  taken: Popped | undefined;
  /** Nothing will be popped any more. */
  isFinished = false;
  readonly #fifo: Fifo<Event, Popped>;
  #isOwed = false;
  #hasEvents = true;
  #hasPops = true;

  constructor(fifo: Fifo<Event, Popped>) {
    this.#fifo = fifo;
  }

  step(step: Step<Event>): this {
    if (isEvent(step)) this.#fifo.write(step);
    else if (step.type === 'POP') this.#isOwed = true;
    else if (step.type === 'EVENTS_END') this.#hasEvents = false;
    else this.#hasPops = false;

    this.taken = this.#isOwed ? this.#fifo.pop() : undefined;
    // A pop of a queue that is closed and empty is over, not owed (B87).
    if (this.taken !== undefined || !this.#hasEvents) this.#isOwed = false;
    this.isFinished = (!this.#hasEvents && this.#fifo.length === 0) || (!this.#hasPops && !this.#isOwed);
    return this;
  }
}

function isEvent<Event extends { readonly type: string }>(step: Step<Event>): step is Event {
  return step.type !== 'POP' && step.type !== 'EVENTS_END' && step.type !== 'POPS_END';
}
