const CHUNK = 1024;

interface Chunk<V> {
  readonly values: (V | undefined)[];
  next: Chunk<V> | undefined;
}

/**
 * A FIFO list that costs about 10 ns per value at any length. `Array.prototype.shift` becomes slow above
 * 10,000 values (PF17). The list releases a removed value immediately, and releases a chunk when all its
 * values are removed.
 */
export class ChunkedList<V> {
  #head: Chunk<V> = { values: [], next: undefined };
  #tail: Chunk<V> = this.#head;
  #read = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: V): void {
    if (this.#tail.values.length === CHUNK) {
      this.#tail.next = { values: [], next: undefined };
      this.#tail = this.#tail.next;
    }
    this.#tail.values.push(value);
    this.#size += 1;
  }

  /** Returns the first value without removing it, or `undefined` if the list is empty. */
  peek(): V | undefined {
    return this.#head.values[this.#read];
  }

  shift(): V | undefined {
    if (this.#size === 0) return undefined;
    const { values, next } = this.#head;
    const value = values[this.#read];
    values[this.#read] = undefined;
    this.#read += 1;
    this.#size -= 1;
    if (this.#size === 0) values.length = this.#read = 0;
    else if (this.#read === CHUNK && next !== undefined) {
      this.#head = next;
      this.#read = 0;
    }
    return value;
  }
}
