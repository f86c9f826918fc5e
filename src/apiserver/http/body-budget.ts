import { tooManyRequests } from '../status/refusals.ts';

/** The bytes of the bodies that a server holds at a time: they come in while other requests are answered. */
export class BodyBudget {
  #held = 0;

  /** @throws Refusal 429 where there would be too many */
  take(bytes: number): void {
    if (this.#held + bytes > mostHeld) throw tooManyRequests();
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

/** 64 MiB: twenty of the largest bodies. */
const mostHeld = 67_108_864;
