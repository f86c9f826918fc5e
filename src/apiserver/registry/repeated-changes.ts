import type { Json } from '../json.ts';
import { sizeOf } from '../json-size.ts';
import { tooLarge } from '../status/refusals.ts';

/**
 * Limits the work for a strategic merge patch that changes the same list items several times. Each further change of an
 * item copies the item.
 */
export class RepeatedChanges {
  #values = 0;

  /**
   * Adds the number of JSON values in a list item to the total. The caller calls `add` if the patch has already changed
   * the same item.
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

/**
 * The maximum number of JSON values that one patch may copy through repeated changes. A copy takes half a microsecond
 * for each value.
 */
const maxValues = 200_000;
