import type { ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import { type Row, SortedRows } from './sorted-rows.ts';

/** Which objects, in what order, how many. */
export interface RowsOptions<T> {
  readonly where: ((object: T) => boolean) | undefined;
  readonly sort: ((a: T, b: T) => number) | undefined;
  readonly limit: number | undefined;
}

/**
 * The result of one query, kept by the changes of a store. An event puts a row aside; it is given its place when
 * somebody reads, so that one which changes often between two readings is sorted once.
 */
export class LiveRows<T> {
  readonly #where: (object: T) => boolean;
  readonly #sort: ((a: T, b: T) => number) | undefined;
  readonly #limit: number;

  readonly #rows = new Map<ObjectKey, Row<T>>();
  readonly #aside = new Set<Row<T>>();
  readonly #sorted: SortedRows<T>;
  #sequence = 0;
  #changed = false;
  #last: readonly T[] = Object.freeze([]);

  constructor({ where = () => true, sort, limit = Infinity }: RowsOptions<T>) {
    this.#where = where;
    this.#sort = sort;
    this.#limit = limit;
    // What compares as no number counts as equal, as it does for `Array.prototype.sort`.
    this.#sorted = new SortedRows((a, b) => (sort?.(a.object, b.object) ?? 0) || a.sequence - b.sequence);
  }

  apply(batch: readonly Change<T>[]): void {
    for (const change of batch) {
      if (change.type === 'deleted') this.#delete(change.key);
      else this.#put(change.key, change.object);
    }
  }

  /** The result as it is now: the array of the last time if that holds the same objects in the same order. */
  read(): readonly T[] {
    if (!this.#changed) return this.#last;
    if (this.#aside.size > 0) this.#sorted.add([...this.#aside]);
    this.#aside.clear();
    this.#changed = false;
    const objects = this.#sorted.first(this.#limit);
    if (!isSame(objects, this.#last)) this.#last = Object.freeze(objects);
    return this.#last;
  }

  #put(key: ObjectKey, object: T): void {
    const known = this.#rows.get(key);
    if (known?.object === object) return; // a resync
    const shown = this.#where(object);
    if (known === undefined) {
      const row: Row<T> = { object, sequence: this.#sequence++, piece: undefined };
      this.#rows.set(key, row);
      if (shown) this.#putAside(row);
      return;
    }
    const stays = shown && known.piece !== undefined && this.#isInPlace(known.object, object);
    if (!stays) this.#takeOut(known);
    known.object = object;
    if (stays) this.#changed = true;
    else if (shown) this.#putAside(known);
  }

  #delete(key: ObjectKey): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    this.#takeOut(row);
    this.#rows.delete(key);
  }

  #isInPlace(old: T, object: T): boolean {
    return this.#sort === undefined || this.#sort(old, object) === 0;
  }

  #putAside(row: Row<T>): void {
    this.#aside.add(row);
    this.#changed = true;
  }

  #takeOut(row: Row<T>): void {
    const wasAside = this.#aside.delete(row);
    if (!wasAside && row.piece === undefined) return;
    this.#sorted.remove(row);
    this.#changed = true;
  }
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((object, at) => object === other[at]);
}
