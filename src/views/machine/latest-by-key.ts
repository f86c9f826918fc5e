import { ChunkedList } from '../../objects/index.ts';
import { added, type Change, createPauseCheck, identityOf, inClusterOf } from '../../store/index.ts';

/**
 * Collects the latest change of each key since the last call of `take`. Added keys are in the order in which
 * the store received them. If an object existed at the last `take`, and was then deleted and added again, its
 * latest change is `added`.
 */
export class LatestByKey<T> {
  #changes = new Map<string, Change<T>>();
  /** A long batch and all batches after it. `take` merges these batches in small steps. */
  readonly #longBatches = new ChunkedList<readonly Change<T>[]>();
  /** The index of the next change in the first long batch. */
  #index = 0;
  /** How many changes of `#longBatches` are not merged yet. */
  #remaining = 0;
  /** The maximum of `#remaining`. If there are more changes, `add` merges all changes at once. */
  #maxRemaining = 0;
  readonly #select: (change: Change<T>) => Change<T> | undefined;

  /**
   * @param select - called once for each change, when the change is merged. Returns the change to merge, or
   * `undefined` for no change. Default: all changes are merged
   */
  constructor(select: (change: Change<T>) => Change<T> | undefined = (change) => change) {
    this.#select = select;
  }

  /**
   * Adds a batch. The class stores a long batch only as a reference, because otherwise many queries of one
   * store would iterate over the same list in one turn of the event loop (PF9).
   */
  add(batch: readonly Change<T>[]): void {
    if (this.#remaining === 0) {
      if (batch.length <= LONG_BATCH) {
        for (const change of batch) this.#merge(change);
        return;
      }
      this.#maxRemaining = 2 * batch.length;
    }
    if (batch.length === 0) return;
    this.#longBatches.push(batch);
    this.#remaining += batch.length;
    // Without this limit, the stored batches would grow for ever if `take` is not called.
    if (this.#remaining > this.#maxRemaining) while (this.#mergeNext());
  }

  /**
   * Returns and removes all changes. The generator merges the changes in small steps, and includes changes
   * that arrive between the steps.
   */
  *take(): Generator<void, ReadonlyMap<string, Change<T>>, void> {
    const pause = createPauseCheck();
    while (this.#mergeNext()) if (pause()) yield;
    const changes = this.#changes;
    if (changes.size > 0) this.#changes = new Map();
    return changes;
  }

  /** Merges the next change of the long batches. @returns false if there was no change to merge */
  #mergeNext(): boolean {
    const batch = this.#longBatches.peek();
    const change = batch?.[this.#index];
    if (batch === undefined || change === undefined) return false;
    this.#index += 1;
    this.#remaining -= 1;
    if (this.#index === batch.length) {
      this.#longBatches.shift();
      this.#index = 0;
    }
    this.#merge(change);
    return true;
  }

  #merge(received: Change<T>): void {
    const change = this.#select(received);
    if (change === undefined) return;
    const { key, type, object } = change;
    const identity = identityOf(change);
    const previous = this.#changes.get(identity);
    if (type === 'updated' && previous?.type === 'added') {
      // `set` of an existing key keeps the order of the keys.
      this.#changes.set(identity, inClusterOf(change, added(key, object, previous.cause)));
      return;
    }
    if (type === 'added') this.#changes.delete(identity);
    this.#changes.set(identity, change);
  }
}

/** A batch with more changes than this number counts as long. A merge of 1,000 changes takes about 0.2 ms. */
const LONG_BATCH = 1000;
