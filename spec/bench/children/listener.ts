import type { Tally } from './tally.ts';

/** Counts the objects that the measured program delivers. `until` returns a promise for a given number of objects. */
export class Listener {
  told = 0;
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

  readonly hear = (object: unknown): void => {
    if (this.told === 0) this.first = performance.now();
    this.told += 1;
    this.#tally?.count(object);
    this.look(object);
    if (this.told === this.#due) this.#resolve();
  };

  /** Resolves when the measured program has delivered `total` objects. */
  until(total: number): Promise<void> {
    if (this.told >= total) return Promise.resolve();
    return new Promise((resolve) => {
      this.#due = total;
      this.#resolve = resolve;
    });
  }
}
