import type { ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import { type ChangeBuffer, isInitial } from './change-buffer.ts';
import { conflate, type Waiting } from './conflate.ts';

interface Place<T> {
  waiting: Waiting<T>;
  readonly since: number;
}

/**
 * Keeps the newest of each key, at most two records (G14), in the place where the first of them came. Bounded by the
 * live keys (PF20).
 */
export class ConflatingBuffer<T> implements ChangeBuffer<T> {
  readonly dropped = 0;
  readonly #places = new Map<ObjectKey, Place<T>>();
  // Lives on from one shift to the next, for a fresh one walks over all that has been taken (PF11); but not over a
  // push, for it keeps alive each table that the Map grows out of.
  #keys: Iterator<ObjectKey> | undefined;
  /** The key whose delete has been handed out, and whose add comes next. */
  #half: ObjectKey | undefined;
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
    const first = this.#places.values().next();
    return first.done === true ? 0 : first.value.since;
  }

  push(batch: readonly Change<T>[], since: number): void {
    this.#keys = undefined;
    for (const change of batch) {
      const place = this.#places.get(change.key);
      if (place === undefined) {
        this.#places.set(change.key, { waiting: { first: change }, since });
        this.#count(change, 1);
        continue;
      }

      const before = this.#pending + 1;
      this.#countAll(place.waiting, -1);
      const waiting = conflate(place.waiting, change);
      if (waiting === undefined) this.#places.delete(change.key);
      else {
        place.waiting = waiting;
        this.#countAll(waiting, 1);
      }
      this.#conflated += before - this.#pending;
    }
  }

  shift(): Change<T> | undefined {
    const key = this.#nextKey();
    const place = key === undefined ? undefined : this.#places.get(key);
    if (key === undefined || place === undefined) return undefined;

    const { first, second } = place.waiting;
    if (second === undefined) this.#places.delete(key);
    else {
      place.waiting = { first: second };
      this.#half = key;
    }
    this.#count(first, -1);
    return first;
  }

  #nextKey(): ObjectKey | undefined {
    const half = this.#half;
    this.#half = undefined;
    if (half !== undefined && this.#places.has(half)) return half;

    this.#keys ??= this.#places.keys();
    const next = this.#keys.next();
    if (next.done !== true) return next.value;
    this.#keys = undefined;
    return undefined;
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
