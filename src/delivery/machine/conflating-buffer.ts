import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import { added, type Cause, type Change, updated } from '../../store/index.ts';
import { type ChangeBuffer, isInitial, takeAll } from './change-buffer.ts';

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

/** The records that wait for one key: one, or the delete of one object and the add of the next object with its name. */
export interface Waiting<T> {
  readonly first: Change<T>;
  readonly second?: Change<T>;
  /** The last state of the deleted object that the subscriber has, where the waiting records hold it. */
  readonly seen?: T;
}

/**
 * The records that wait for a key after one more change; none where an add and its delete annihilate. The subscriber gets the
 * newest state, and each delete of an object that it has (G4, G5). `old` is the state that the subscriber got last. Where an add
 * of the same object took back a delete that waited, `old` may be the state of that delete.
 *
 * An add keeps its cause, so that an object of the first list keeps 'initial'. Otherwise the newest cause counts, but a resync
 * brings nothing new and replaces no other cause.
 */
export function conflate<T>({ first, second, seen }: Waiting<T>, change: Change<T>): Waiting<T> | undefined {
  const { key, object, type } = change;
  if (second !== undefined) {
    if (type === 'deleted') return { first, ...ifAny(seen) };
    return { first, second: added(key, object, second.cause), ...ifAny(seen) };
  }

  switch (first.type) {
    case 'added':
      return type === 'deleted' ? undefined : { first: added(key, object, first.cause) };
    case 'updated':
      if (type === 'deleted') return { first: change, seen: first.old };
      return { first: updated(key, first.old, object, newest(first.cause, change.cause)) };
    case 'deleted':
      if (type === 'deleted') return { first: change, ...ifAny(seen) };
      if (uidOf(first.object) === uidOf(object)) {
        return { first: updated(key, seen ?? first.object, object, change.cause) };
      }
      return { first, second: added(key, object, change.cause), ...ifAny(seen) };
  }
}

const ifAny = <T>(seen: T | undefined): Pick<Waiting<T>, 'seen'> => (seen === undefined ? {} : { seen });

const newest = (before: Cause, now: Cause): Cause => (now === 'resync' ? before : now);

/** A row of a view may be no object of the API: then the key alone says which one it is. */
function uidOf(object: unknown): string | undefined {
  return (object as Partial<KubeObject> | null | undefined)?.metadata?.uid;
}
