/** A queue whose `shift` takes constant time. An array's `shift` moves all values behind the first one. */
export class ArrayQueue<V> {
  #values: V[] = [];
  #head = 0;

  get size(): number {
    return this.#values.length - this.#head;
  }

  push(value: V): void {
    this.#values.push(value);
  }

  peek(): V | undefined {
    return this.#values[this.#head];
  }

  shift(): V | undefined {
    const first = this.peek();
    if (this.size === 0) return undefined;
    this.#head++;
    if (this.#head >= compactFrom && this.#head * 2 > this.#values.length) {
      this.#values = this.#values.slice(this.#head);
      this.#head = 0;
    }
    return first;
  }
}

/** Below this many values that were taken, a copy costs more than the memory that it frees. */
const compactFrom = 1_024;
