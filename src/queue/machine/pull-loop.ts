import type { Fifo } from './fifo.ts';

/** Takes what was popped. @returns what has to complete before the next pop, if anything */
export type Process<Popped, Wait> = (popped: Popped) => Wait | undefined;

/** What is popped of an event that comes while nothing waits. */
export type Alone<Event, Popped> = (event: Event) => Popped;

/**
 * A queue and a consumer that is mostly done at once: it pops again as soon as it is. While it is not, and while it is
 * being called, events gather in the queue; any other passes it by (0.3 µs an event less).
 */
export class PullLoop<Event, Popped, Wait> {
  readonly #fifo: Fifo<Event, Popped>;
  readonly #alone: Alone<Event, Popped>;
  readonly #process: Process<Popped, Wait>;
  #isBusy = false;
  #hasStopped = false;

  constructor(fifo: Fifo<Event, Popped>, alone: Alone<Event, Popped>, process: Process<Popped, Wait>) {
    this.#fifo = fifo;
    this.#alone = alone;
    this.#process = process;
  }

  /** @returns what to wait for before `resume`, if anything */
  write(event: Event): Wait | undefined {
    if (this.#isBusy) {
      this.#fifo.write(event);
      return undefined;
    }
    this.#isBusy = true;
    return this.#process(this.#alone(event)) ?? this.resume();
  }

  /**
   * What was waited for is done.
   *
   * @param pause - asked after each pop whether to leave off: while a list was prepared, 100,000 events can have gathered
   * @returns what to wait for before the next `resume`, if anything; `'paused'` where it left off
   */
  resume(): Wait | undefined;
  resume(pause: () => boolean): Wait | 'paused' | undefined;
  resume(pause?: () => boolean): Wait | 'paused' | undefined {
    while (!this.#hasStopped) {
      const popped = this.#fifo.pop();
      if (popped === undefined) break;
      const wait = this.#process(popped);
      if (wait !== undefined) return wait;
      if (pause?.() === true) return 'paused';
    }
    this.#isBusy = false;
    return undefined;
  }

  /** Nothing is popped any more. */
  stop(): void {
    this.#hasStopped = true;
  }
}
