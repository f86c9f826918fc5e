/** What all forms of the queue are to the one who fills and empties them. Each owns its state and changes it. */
export interface Fifo<Event, Popped> {
  /** How many pops would find something. */
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
 * A queue and the one who pops it. A pop that finds nothing is owed, once, as client-go's `Pop` blocks: a counter
 * would let a timer save up credit, and nothing would ever gather.
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
