import { ChunkedList, type ObjectKey } from '../../objects/index.ts';
import { added, type Change, createPauseCheck } from '../../store/index.ts';

/**
 * What has become of each key since somebody looked: one change, of its newest state. What was added meanwhile stands in
 * the order in which the store was given it; an `added` may be of a key that was there before and had gone.
 */
export class NewestOfEach<T> {
  #changes = new Map<ObjectKey, Change<T>>();
  /** A long batch, and all that came behind it, to be gathered in steps. */
  readonly #held = new ChunkedList<readonly Change<T>[]>();
  /** How far the first of them is gathered. */
  #at = 0;
  /** So many changes are not gathered yet. */
  #left = 0;
  /** So many may be gathered in one step. */
  #most = 0;

  /**
   * A long batch is only noted, not even copied: many queries on one store would else walk one list in the same turn of
   * the event loop (PF9).
   */
  add(batch: readonly Change<T>[]): void {
    if (this.#left === 0) {
      if (batch.length <= LONG) {
        for (const change of batch) this.#gather(change);
        return;
      }
      this.#most = 2 * batch.length;
    }
    if (batch.length === 0) return;
    this.#held.push(batch);
    this.#left += batch.length;
    // Nobody looks for long: what is held must not grow without end.
    if (this.#left > this.#most) while (this.#gatherNext());
  }

  /** All of them, in as many steps as one likes, and what comes meanwhile, too; from then on there are none. */
  *take(): Generator<void, ReadonlyMap<ObjectKey, Change<T>>, void> {
    const pause = createPauseCheck();
    while (this.#gatherNext()) if (pause()) yield;
    const changes = this.#changes;
    if (changes.size > 0) this.#changes = new Map();
    return changes;
  }

  /** @returns whether there was one */
  #gatherNext(): boolean {
    const batch = this.#held.peek();
    const change = batch?.[this.#at];
    if (batch === undefined || change === undefined) return false;
    this.#at += 1;
    this.#left -= 1;
    if (this.#at === batch.length) {
      this.#held.shift();
      this.#at = 0;
    }
    this.#gather(change);
    return true;
  }

  #gather(change: Change<T>): void {
    const { key, type, object } = change;
    const before = this.#changes.get(key);
    if (type === 'updated' && before?.type === 'added') {
      this.#changes.set(key, added(key, object, before.cause)); // it keeps its place
      return;
    }
    if (type === 'added') this.#changes.delete(key);
    this.#changes.set(key, change);
  }
}

/** Changes of a batch that take about 0.2 ms to gather. */
const LONG = 1000;
