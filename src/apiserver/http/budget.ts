import { tooManyRequests } from '../status/refusals.ts';

/** What the requests of a server may hold together: bytes, or places. */
export class Budget {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws Refusal 429 where there would be too many */
  take(amount: number): void {
    if (this.#held + amount > this.#most) throw tooManyRequests();
    this.#held += amount;
  }

  release(amount: number): void {
    this.#held -= amount;
  }
}
