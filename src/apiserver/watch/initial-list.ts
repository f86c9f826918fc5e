import type { Budget } from '../http/budget.ts';
import type { StoredObject } from '../json.ts';

/**
 * The objects that a watch sends first. The list drops its reference to each object when the watch sends the object. So
 * an object that is deleted later does not stay in memory until the watch ends.
 */
export class InitialList {
  readonly #unsent: StoredObject[];
  readonly #budget: Budget;

  /**
   * Reserves one unit of the budget for each object.
   *
   * @param budget - the limit for the number of unsent initial objects of all watches together
   * @throws Refusal 429 if the limit would be exceeded
   */
  constructor(objects: readonly StoredObject[], budget: Budget) {
    budget.take(objects.length);
    this.#unsent = objects.toReversed();
    this.#budget = budget;
  }

  /** The number of initial objects that the watch has not sent yet. */
  get size(): number {
    return this.#unsent.length;
  }

  next(): StoredObject | undefined {
    const object = this.#unsent.pop();
    if (object !== undefined) this.#budget.release(1);
    return object;
  }

  /**
   * Drops the objects that the watch has not sent yet. From then on, these objects no longer count against the budget.
   */
  clear(): void {
    this.#budget.release(this.#unsent.length);
    this.#unsent.length = 0;
  }
}
