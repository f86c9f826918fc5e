/** The place of an entry in a {@link ReadyList}. Only the list writes the members. */
export interface ReadyPlace<E extends Listed<E>> {
  readonly list: ReadyList<E>;
  /** The time in ms at which the entry was appended. */
  readonly since: number;
  previous: E | undefined;
  next: E | undefined;
}

/** An entry of a {@link ReadyList}. */
export interface Listed<E extends Listed<E>> {
  /** `undefined` if the entry is in no list. Only the list writes this field. */
  ready: ReadyPlace<E> | undefined;
}

/**
 * A linked list of the entries that are ready, in the order of their arrival. Each operation costs O(1). The links are not in the
 * entry itself, so an entry that is not ready takes less memory.
 */
export class ReadyList<E extends Listed<E>> {
  #first: E | undefined;
  #last: E | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): E | undefined {
    return this.#first;
  }

  /** Appends an entry that is in no list. */
  append(entry: E, now: number): void {
    const last = this.#last;
    entry.ready = { list: this, since: now, previous: last, next: undefined };
    if (last?.ready === undefined) this.#first = entry;
    else last.ready.next = entry;
    this.#last = entry;
    this.#size++;
  }

  /** Removes an entry of this list. */
  remove(entry: E): void {
    const { previous, next } = entry.ready ?? {};
    if (previous?.ready === undefined) this.#first = next;
    else previous.ready.next = next;
    if (next?.ready === undefined) this.#last = previous;
    else next.ready.previous = previous;
    entry.ready = undefined;
    this.#size--;
  }
}
