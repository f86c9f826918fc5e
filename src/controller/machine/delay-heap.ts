/** The longest delay in ms: a longer timer of JavaScript would fire immediately. */
export const longestDelay = 2_147_483_647;

/** An entry of a {@link DelayHeap}. */
export interface Delayed {
  /** The time in ms at which the entry is due. `Infinity` if the entry has no time. */
  readonly dueAt: number;
  /** The position of the entry in the heap, or -1. Only the heap writes this field. */
  heapIndex: number;
}

/**
 * A binary heap of entries by the time at which they are due, like the heap of client-go's delaying queue. Each entry
 * knows its position, so a change of its time and its removal cost O(log n), and the heap contains no outdated entry.
 */
export class DelayHeap<E extends Delayed> {
  readonly #entries: E[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** The entry that is due first, or `undefined`. */
  get first(): E | undefined {
    return this.#entries[0];
  }

  /**
   * Adds the entry, moves it to its new place, or removes it if `dueAt` is `Infinity`. Call this method after each
   * change of `dueAt`.
   */
  update(entry: E): void {
    const index = entry.heapIndex;
    if (entry.dueAt === Infinity) {
      if (index >= 0) this.#remove(entry);
      return;
    }
    if (index < 0) {
      this.#place(entry, this.#entries.length);
      this.#raise(entry);
      return;
    }
    this.#raise(entry);
    this.#lower(entry);
  }

  /** Removes all entries. */
  clear(): void {
    for (const entry of this.#entries) entry.heapIndex = -1;
    this.#entries.length = 0;
  }

  #remove(entry: E): void {
    const index = entry.heapIndex;
    const last = this.#entries.pop();
    entry.heapIndex = -1;
    if (last === undefined || last === entry) return;
    this.#place(last, index);
    this.#raise(last);
    this.#lower(last);
  }

  /** Moves the entry towards the top while its parent is due later. */
  #raise(entry: E): void {
    for (let index = entry.heapIndex; index > 0;) {
      const above = (index - 1) >> 1;
      const parent = this.#entries[above];
      if (parent === undefined || parent.dueAt <= entry.dueAt) return;
      this.#place(parent, index);
      this.#place(entry, above);
      index = above;
    }
  }

  /** Moves the entry towards the bottom while a child is due earlier. */
  #lower(entry: E): void {
    for (let index = entry.heapIndex; ;) {
      const left = this.#entries[2 * index + 1];
      const right = this.#entries[2 * index + 2];
      const child = right !== undefined && left !== undefined && right.dueAt < left.dueAt ? right : left;
      if (child === undefined || child.dueAt >= entry.dueAt) return;
      const below = child.heapIndex;
      this.#place(child, index);
      this.#place(entry, below);
      index = below;
    }
  }

  #place(entry: E, index: number): void {
    this.#entries[index] = entry;
    entry.heapIndex = index;
  }
}
