import { asyncScheduler, type Subscriber, Subscription } from 'rxjs';

/** The response to one request of the test. Values arrive in order, each value after the latency of the network. */
export class Link<V> {
  readonly #to: Subscriber<V>;
  readonly #latency: number;
  readonly #underway = new Subscription();
  #isCut = false;

  constructor(to: Subscriber<V>, latency: number) {
    this.#to = to;
    this.#latency = latency;
    to.add(this.#underway);
  }

  send(value: V, onArrival?: (value: V) => void): void {
    this.#later(() => {
      onArrival?.(value);
      this.#to.next(value);
    });
  }

  end(error: unknown, onArrival?: () => void): void {
    this.#later(() => {
      this.#isCut = true;
      onArrival?.();
      if (error === undefined) this.#to.complete();
      else this.#to.error(error);
    });
  }

  /** Drops all further values, but leaves the response open. */
  silence(): void {
    this.#isCut = true;
  }

  #later(act: () => void): void {
    const arrive = (): void => {
      if (!this.#isCut && !this.#to.closed) act();
    };
    if (this.#latency === 0) arrive();
    else this.#underway.add(asyncScheduler.schedule(arrive, this.#latency));
  }
}
