import { JsonPathError } from './path.ts';

/**
 * A limit for the work of evaluating a JSONPath. The limit is necessary because each union or `..` in a path can double
 * the number of values.
 */
export class Effort {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /**
   * Subtracts work from the rest of the limit.
   *
   * @throws JsonPathError if the limit is exceeded
   */
  spend(work: number): void {
    this.#left -= work;
    if (this.#left < 0) throw new JsonPathError('it takes too much work');
  }
}
