import {
  added,
  type Change,
  createPauseCheck,
  deleted,
  withoutResyncs,
  identityOf,
  inClusterOf,
} from '../../store/index.ts';
import { LatestByKey } from './latest-by-key.ts';
import { type Row, SortedRows } from './sorted-rows.ts';

export interface QueryResultOptions<T> {
  /** Whether an object has the index value of the query. Without a function, all objects belong to the query. */
  readonly isMember?: ((object: T) => boolean) | undefined;
  readonly where: ((object: T) => boolean) | undefined;
  readonly sort: ((a: T, b: T) => number) | undefined;
  readonly limit?: number | undefined;
}

/**
 * The result of one query, updated by the changes of a store. The class stores the changes until the result
 * is read. So an object that changes often between two reads is evaluated only once.
 */
export class QueryResult<T> {
  readonly #where: (object: T) => boolean;
  readonly #sort: ((a: T, b: T) => number) | undefined;
  readonly #limit: number;

  readonly #rows = new Map<string, Row<T>>();
  readonly #latest: LatestByKey<T>;
  readonly #sorted: SortedRows<T>;
  #sequence = 0;
  #changed = false;
  #last: readonly T[] = Object.freeze([]);

  constructor({ isMember, where = () => true, sort, limit = Infinity }: QueryResultOptions<T>) {
    this.#latest = new LatestByKey(isMember && membership(isMember));
    this.#where = where;
    this.#sort = sort;
    this.#limit = limit;
    this.#sorted = new SortedRows(sort);
  }

  /** The number of rows, without the limit. */
  get size(): number {
    return this.#sorted.size;
  }

  apply(batch: readonly Change<T>[]): void {
    // A resync does not change the result, so its changes are removed. The cause of a change is the only sign
    // of a resync. Equal versions are no sign, because objects with equal versions can differ after a restore
    // of the server.
    this.#latest.add(withoutResyncs(batch));
  }

  /**
   * Sorts the changed rows into the result, in small steps. The generator includes changes that arrive
   * between the steps. Only one generator may run at a time, and `read` may not be called before the
   * generator ends. After an abandoned generator the result cannot be used.
   */
  *settle(): Generator<void, void, void> {
    const pause = createPauseCheck();
    for (;;) {
      const changes = yield* this.#latest.take();
      if (changes.size === 0) return;
      const unplaced: Row<T>[] = [];
      for (const change of changes.values()) {
        const row = this.#settle(change);
        if (row !== undefined) unplaced.push(row);
        if (pause()) yield;
      }
      if (unplaced.length === 0) continue;
      this.#changed = true;
      yield* this.#sorted.add(unplaced);
    }
  }

  /** Sorts in the remaining changes. Returns whether the rows have changed since the last call of the method. */
  hasChanged(): boolean {
    const steps = this.settle();
    while (steps.next().done !== true);
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /**
   * Returns the rows from the index `from` up to the index `to`, which is not included. Call `hasChanged`
   * first. An update changes the object of a row, so a later update also changes the returned rows.
   */
  rowsBetween(from: number, to: number): readonly Row<T>[] {
    return this.#sorted.slice(from, to);
  }

  /**
   * Returns the current result. While the objects and their order are unchanged, each call returns the same
   * array.
   */
  read(): readonly T[] {
    if (!this.hasChanged()) return this.#last;
    const objects = this.#sorted.first(this.#limit);
    if (!isSameList(objects, this.#last)) this.#last = Object.freeze(objects);
    return this.#last;
  }

  /**
   * Applies one change to the rows of the query.
   *
   * @returns the row of the object, if the row has to be sorted into the result
   */
  #settle(change: Change<T>): Row<T> | undefined {
    const { type, object } = change;
    const identity = identityOf(change);
    const known = this.#rows.get(identity);
    if (known !== undefined && type !== 'updated') this.#delete(identity, known);
    if (type === 'deleted') return undefined;
    const shown = this.#where(object);
    if (known === undefined || type === 'added') {
      const row: Row<T> = { object, sequence: this.#sequence++, chunk: undefined };
      this.#rows.set(identity, row);
      return shown ? row : undefined;
    }
    const keepsPlace = shown && known.chunk !== undefined && this.#isInPlace(known.object, object);
    if (keepsPlace) this.#changed = true;
    else this.#unplace(known);
    known.object = object;
    return shown && !keepsPlace ? known : undefined;
  }

  #delete(identity: string, row: Row<T>): void {
    this.#unplace(row);
    this.#rows.delete(identity);
  }

  #isInPlace(old: T, object: T): boolean {
    return this.#sort === undefined || this.#sort(old, object) === 0;
  }

  #unplace(row: Row<T>): void {
    if (row.chunk === undefined) return;
    this.#sorted.remove(row);
    this.#changed = true;
  }
}

/**
 * Creates a function that turns the changes of a store into the changes of its members. An object that
 * becomes a member is added, and an object that ceases to be a member is deleted.
 */
const membership =
  <T>(isMember: (object: T) => boolean) =>
  (change: Change<T>): Change<T> | undefined => {
    const { type, key, object, cause } = change;
    // The final state of a deleted object can differ from the stored state, so it does not decide.
    if (type === 'deleted') return change;
    if (type === 'added') return isMember(object) ? change : undefined;
    const wasMember = isMember(change.old);
    if (isMember(object)) return wasMember ? change : inClusterOf(change, added(key, object, cause));
    return wasMember ? inClusterOf(change, deleted(key, change.old, true, cause)) : undefined;
  };

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((object, at) => object === other[at]);
}
