/** An entry of a {@link ReadyList}. Only the list writes `previous` and `next`. */
export interface Linked<E> {
  previous: E | undefined;
  next: E | undefined;
}

/** A linked list of the entries that are ready, in the order of their arrival. Each operation costs O(1). */
export class ReadyList<E extends Linked<E>> {
  #first: E | undefined;
  #last: E | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): E | undefined {
    return this.#first;
  }

  append(entry: E): void {
    entry.previous = this.#last;
    if (this.#last === undefined) this.#first = entry;
    else this.#last.next = entry;
    this.#last = entry;
    this.#size++;
  }

  /** Removes an entry of this list. */
  remove(entry: E): void {
    const { previous, next } = entry;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    entry.previous = entry.next = undefined;
    this.#size--;
  }
}
