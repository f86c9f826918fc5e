import { JsonPathError } from './path.ts';

/** Bounds the work for a path: a union or `..` in a path can double the number of values at each step. */
export class Effort {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** @throws JsonPathError when it is used up */
  spend(work: number): void {
    this.#left -= work;
    if (this.#left < 0) throw new JsonPathError('it takes too much work');
  }
}
