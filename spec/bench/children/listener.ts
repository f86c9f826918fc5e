import type { Tally } from './tally.ts';

/** Counts what a contender hands over, and says when so much was. */
export class Listener {
  told = 0;
  /** When the first was told, by `performance.now()`. */
  first = NaN;
  /** Sees each object. */
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

  /** Once so many have been told in all. */
  until(total: number): Promise<void> {
    if (this.told >= total) return Promise.resolve();
    return new Promise((resolve) => {
      this.#due = total;
      this.#resolve = resolve;
    });
  }
}
