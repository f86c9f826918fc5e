import { tooManyRequests } from '../status/refusals.ts';

/** Limits a total over all requests of a server, for example the number of bytes or the number of requests. */
export class Budget {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Adds an amount to the total.
   *
   * @throws Refusal 429 if the total would exceed the limit
   */
  take(amount: number): void {
    if (this.#held + amount > this.#most) throw tooManyRequests();
    this.#held += amount;
  }

  release(amount: number): void {
    this.#held -= amount;
  }
}
