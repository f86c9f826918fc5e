import type { ObjectKey } from '../../objects/index.ts';
import { added, type Change } from '../../store/index.ts';

/**
 * What has become of each key since somebody looked: one change, of its newest state. What was added meanwhile stands in
 * the order in which the store was given it; an `added` may be of a key that was there before and had gone.
 */
export class NewestOfEach<T> {
  #changes = new Map<ObjectKey, Change<T>>();

  add(change: Change<T>): void {
    const { key, type, object } = change;
    const before = this.#changes.get(key);
    if (type === 'updated' && before?.type === 'added') {
      this.#changes.set(key, added(key, object, before.cause)); // it keeps its place
      return;
    }
    if (type === 'added') this.#changes.delete(key);
    this.#changes.set(key, change);
  }

  /** All of them; from here on there are none. */
  take(): ReadonlyMap<ObjectKey, Change<T>> {
    const changes = this.#changes;
    if (changes.size > 0) this.#changes = new Map();
    return changes;
  }
}
