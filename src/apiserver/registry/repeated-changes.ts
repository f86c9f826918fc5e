import type { Json } from '../json.ts';
import { sizeOf } from '../json-size.ts';
import { tooLarge } from '../status/refusals.ts';

/**
 * Limits the work of one patch for list items that it changes several times, because each further change copies the
 * item.
 */
export class RepeatedChanges {
  #values = 0;

  /**
   * Counts the values of an item that is changed again.
   *
   * @throws Refusal 413
   */
  add(item: Json): void {
    this.#values += sizeOf(item).values;
    if (this.#values > maxValues) {
      throw tooLarge(
        `the patch changes list items again by the same merge key, with more than ${maxValues} values in these items together; change each item once`,
      );
    }
  }
}

/** The most values. Each value takes half a microsecond. */
const maxValues = 200_000;
