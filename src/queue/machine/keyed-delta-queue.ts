import type { ObjectKey } from '../../objects/index.ts';

/** An entry of the queue: the deltas of one key, oldest first, or one delta without a key. */
export interface QueueEntry<D> {
  readonly key: ObjectKey | undefined;
  readonly deltas: [D, ...D[]];
}

/**
 * A FIFO of entries, with an index by key. The class uses a linked list, so that each operation costs the
 * same at any length. The `shift` of a long array is slow. The first key of a Map is slow to read after
 * deletes at the start of the Map (PF11, PF17).
 */
export class KeyedDeltaQueue<D extends { readonly type: string; readonly finalStateKnown?: boolean }> {
  #length = 0;
  #first: Node<D> | undefined;
  #last: Node<D> | undefined;
  /** The open entry of each key. The next delta of the key joins the open entry. */
  #open = new Map<ObjectKey, Node<D>>();

  /** The number of entries. An entry can contain several deltas. */
  get length(): number {
    return this.#length;
  }

  get first(): QueueEntry<D> | undefined {
    return this.#first;
  }

  /** Returns the entry that the next delta of the key would join. */
  find(key: ObjectKey): QueueEntry<D> | undefined {
    return this.#open.get(key);
  }

  /**
   * Adds a delta to the open entry of its key. The entry keeps its place in the queue (B72). If the key has
   * no open entry, the delta gets a new entry at the end.
   */
  coalesce(key: ObjectKey, delta: D): void {
    const entry = this.#open.get(key);
    if (entry === undefined) this.#open.set(key, this.#push(key, delta));
    else appendDelta(entry.deltas, delta);
  }

  /** Adds a delta at the end of the queue, as an entry that no other delta can join. */
  append(delta: D): QueueEntry<D> {
    return this.#push(undefined, delta);
  }

  /** Closes all entries, so that later deltas get new entries at the end of the queue. */
  closeEntries(): void {
    if (this.#open.size > 0) this.#open = new Map();
  }

  shift(): QueueEntry<D> | undefined {
    const entry = this.#first;
    if (entry === undefined) return undefined;
    if (entry.key !== undefined && this.#open.get(entry.key) === entry) this.#open.delete(entry.key);
    this.#unlink(entry);
    return entry;
  }

  /** Removes an entry without a key, if the entry is still in the queue. */
  remove(entry: QueueEntry<D>): void {
    const node: Node<D> = entry;
    if (node.isQueued) this.#unlink(node);
  }

  *[Symbol.iterator](): IterableIterator<QueueEntry<D>> {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) yield entry;
  }

  #push(key: ObjectKey | undefined, delta: D): Node<D> {
    const node: Node<D> = { key, deltas: [delta], isQueued: true, previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#length++;
    return node;
  }

  #unlink(node: Node<D>): void {
    if (node.previous === undefined) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) this.#last = node.previous;
    else node.next.previous = node.previous;
    node.isQueued = false;
    node.previous = undefined;
    node.next = undefined;
    this.#length--;
  }
}

interface Node<D> extends QueueEntry<D> {
  isQueued?: boolean;
  previous?: Node<D> | undefined;
  next?: Node<D> | undefined;
}

/**
 * Adds a delta to the deltas of its key. Two consecutive deletes become one (B76). The older delete stays, as
 * in client-go's `dedupDeltas`. Exception: if the older delete was derived from a list, the newer delete
 * stays, because its state is at least as recent.
 */
function appendDelta<D extends { readonly type: string; readonly finalStateKnown?: boolean }>(
  deltas: [D, ...D[]],
  delta: D,
): void {
  const last = deltas.at(-1);
  if (last?.type !== 'Deleted' || delta.type !== 'Deleted') deltas.push(delta);
  else if (last.finalStateKnown === false) deltas[deltas.length - 1] = delta;
}
