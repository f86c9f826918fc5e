import type { Budget } from '../http/budget.ts';
import type { StoredObject } from '../json.ts';

/**
 * The state that a watch tells first. An object leaves it when it is told, so that an object that is deleted meanwhile does not
 * stay in memory as long as the watch does.
 */
export class InitialState {
  readonly #untold: StoredObject[];
  readonly #budget: Budget;

  /**
   * @param budget - of the objects that all watches have not told yet
   * @throws Refusal 429 where there would be too many
   */
  constructor(objects: readonly StoredObject[], budget: Budget) {
    budget.take(objects.length);
    this.#untold = objects.toReversed();
    this.#budget = budget;
  }

  /** Objects that are not told yet. */
  get size(): number {
    return this.#untold.length;
  }

  next(): StoredObject | undefined {
    const object = this.#untold.pop();
    if (object !== undefined) this.#budget.release(1);
    return object;
  }

  /** Leaves out what is not told yet. */
  clear(): void {
    this.#budget.release(this.#untold.length);
    this.#untold.length = 0;
  }
}
