import type { Tally } from './tally.ts';

/** Counts the objects that the measured program delivers. `until` returns a promise for a given number of objects. */
export class Listener {
  received = 0;
  /** The time at which the measured program has delivered its first object (`performance.now()`). */
  first = NaN;
  /** Called with each object that the measured program delivers. */
  look: (object: unknown) => void = () => undefined;
  #due = Infinity;
  #resolve: () => void = () => undefined;
  readonly #tally: Tally | undefined;

  constructor(tally?: Tally) {
    this.#tally = tally;
  }

  readonly receive = (object: unknown): void => {
    if (this.received === 0) this.first = performance.now();
    this.received += 1;
    this.#tally?.count(object);
    this.look(object);
    if (this.received === this.#due) this.#resolve();
  };

  /** Resolves when the measured program has delivered `total` objects. */
  until(total: number): Promise<void> {
    if (this.received >= total) return Promise.resolve();
    return new Promise((resolve) => {
      this.#due = total;
      this.#resolve = resolve;
    });
  }
}
