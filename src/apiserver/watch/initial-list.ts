import type { Budget } from '../http/budget.ts';
import type { StoredObject } from '../json.ts';

/**
 * The objects that a watch sends first. Each object is removed when the watch sends it. So an object that is deleted
 * later does not stay in memory until the watch ends.
 */
export class InitialList {
  readonly #unsent: StoredObject[];
  readonly #budget: Budget;

  /**
   * @param budget - limits the number of objects that all watches together still have to send
   * @throws Refusal 429 if the number would exceed the limit
   */
  constructor(objects: readonly StoredObject[], budget: Budget) {
    budget.take(objects.length);
    this.#unsent = objects.toReversed();
    this.#budget = budget;
  }

  /** The number of objects that are not sent yet. */
  get size(): number {
    return this.#unsent.length;
  }

  next(): StoredObject | undefined {
    const object = this.#unsent.pop();
    if (object !== undefined) this.#budget.release(1);
    return object;
  }

  /** Removes the objects that are not sent yet. */
  clear(): void {
    this.#budget.release(this.#unsent.length);
    this.#unsent.length = 0;
  }
}
