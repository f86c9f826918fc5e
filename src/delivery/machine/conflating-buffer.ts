import type { ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import { type ChangeBuffer, isInitial, takeAll } from './change-buffer.ts';
import { conflate, type Waiting } from './conflate.ts';

interface Place<T> {
  readonly key: ObjectKey;
  readonly since: number;
  waiting: Waiting<T>;
  previous: Place<T> | undefined;
  next: Place<T> | undefined;
}

/**
 * Keeps the newest of each key, at most two records (G14), in the place where the first of them came. Bounded by the
 * live keys (PF20). A linked list with an index, so that every step costs the same at any length; the first key of a Map
 * that lost its first ones does not (PF11).
 */
export class ConflatingBuffer<T> implements ChangeBuffer<T> {
  readonly dropped = 0;
  readonly #places = new Map<ObjectKey, Place<T>>();
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;
  #pending = 0;
  #initial = 0;
  #conflated = 0;

  get pending(): number {
    return this.#pending;
  }

  get initial(): number {
    return this.#initial;
  }

  get conflated(): number {
    return this.#conflated;
  }

  get oldest(): number {
    return this.#first?.since ?? 0;
  }

  push(batch: readonly Change<T>[], since: number): void {
    for (const change of batch) {
      const place = this.#places.get(change.key);
      if (place === undefined) {
        this.#append(change, since);
        this.#count(change, 1);
        continue;
      }

      const before = this.#pending + 1;
      this.#countAll(place.waiting, -1);
      const waiting = conflate(place.waiting, change);
      if (waiting === undefined) this.#remove(place);
      else {
        place.waiting = waiting;
        this.#countAll(waiting, 1);
      }
      this.#conflated += before - this.#pending;
    }
  }

  shift(): Change<T> | undefined {
    const place = this.#first;
    if (place === undefined) return undefined;
    const { first, second } = place.waiting;
    if (second === undefined) this.#remove(place);
    else place.waiting = { first: second }; // it stays where it is, and comes next
    this.#count(first, -1);
    return first;
  }

  #append(first: Change<T>, since: number): void {
    const { key } = first;
    const place: Place<T> = { key, since, waiting: { first }, previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    this.#places.set(key, place);
  }

  #remove(place: Place<T>): void {
    const { key, previous, next } = place;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    place.previous = place.next = undefined; // or an old one that is gone holds young ones until a full collection
    this.#places.delete(key);
  }

  #countAll({ first, second }: Waiting<T>, by: 1 | -1): void {
    this.#count(first, by);
    if (second !== undefined) this.#count(second, by);
  }

  #count(change: Change<T>, by: 1 | -1): void {
    this.#pending += by;
    if (isInitial(change)) this.#initial += by;
  }
}

/** The same changes, as few as say it: what a conflating buffer would keep of them (G14). */
export function conflated<T>(changes: readonly Change<T>[]): readonly Change<T>[] {
  const buffer = new ConflatingBuffer<T>();
  buffer.push(changes, 0);
  return takeAll(buffer);
}
