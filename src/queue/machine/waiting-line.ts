import type { ObjectKey } from '../../objects/index.ts';

/** A place in the line: the deltas of one key, oldest first, or one delta that stands alone. */
export interface Place<D> {
  readonly key: ObjectKey | undefined;
  readonly deltas: [D, ...D[]];
}

/**
 * What waits, oldest place first. A linked list with an index, so that every step costs the same at any length; an
 * array that is shifted, or the first key of a Map that lost its first ones, does not (PF11, PF17).
 */
export class WaitingLine<D extends { readonly type: string; readonly finalStateKnown?: boolean }> {
  #length = 0;
  #first: Node<D> | undefined;
  #last: Node<D> | undefined;
  /** The places that a delta of the same key may still join. */
  #open = new Map<ObjectKey, Node<D>>();

  /** Places, not deltas. */
  get length(): number {
    return this.#length;
  }

  /** The oldest place. */
  get first(): Place<D> | undefined {
    return this.#first;
  }

  /** The place that the next delta of this key would join. */
  find(key: ObjectKey): Place<D> | undefined {
    return this.#open.get(key);
  }

  /** Adds a delta to what waits for its key, which keeps its place (B72), or at the end. */
  join(key: ObjectKey, delta: D): void {
    const place = this.#open.get(key);
    if (place === undefined) this.#open.set(key, this.#push(key, delta));
    else appendDelta(place.deltas, delta);
  }

  /** Puts a delta at the end, where nothing joins it. */
  append(delta: D): Place<D> {
    return this.#push(undefined, delta);
  }

  /** Nothing joins what waits now: all that comes later stands behind it. */
  seal(): void {
    if (this.#open.size > 0) this.#open = new Map();
  }

  /** Takes the oldest place out. */
  shift(): Place<D> | undefined {
    const place = this.#first;
    if (place === undefined) return undefined;
    if (place.key !== undefined && this.#open.get(place.key) === place) this.#open.delete(place.key);
    this.#unlink(place);
    return place;
  }

  /** Takes out a place that stands alone, if it still waits. */
  remove(place: Place<D>): void {
    const node: Node<D> = place;
    if (node.waits) this.#unlink(node);
  }

  /** The places, oldest first. */
  *[Symbol.iterator](): IterableIterator<Place<D>> {
    for (let place = this.#first; place !== undefined; place = place.next) yield place;
  }

  #push(key: ObjectKey | undefined, delta: D): Node<D> {
    const node: Node<D> = { key, deltas: [delta], waits: true, previous: this.#last, next: undefined };
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
    node.waits = false;
    node.previous = undefined;
    node.next = undefined;
    this.#length--;
  }
}

interface Node<D> extends Place<D> {
  waits?: boolean;
  previous?: Node<D> | undefined;
  next?: Node<D> | undefined;
}

/**
 * Adds a delta to those of its key. Two deletes at the end are one (B76): the older stays, unless a list made it up,
 * for then the newer knows as much or more (client-go's `dedupDeltas`).
 */
function appendDelta<D extends { readonly type: string; readonly finalStateKnown?: boolean }>(
  deltas: [D, ...D[]],
  delta: D,
): void {
  const last = deltas.at(-1);
  if (last?.type !== 'Deleted' || delta.type !== 'Deleted') deltas.push(delta);
  else if (last.finalStateKnown === false) deltas[deltas.length - 1] = delta;
}
