import type { ObjectKey } from '../../objects/index.ts';
import { type Change, createPauseCheck, withoutResyncs } from '../../store/index.ts';
import { NewestOfEach } from './newest-of-each.ts';
import { type Row, SortedRows } from './sorted-rows.ts';

/** Which objects, in what order, how many. */
export interface RowsOptions<T> {
  readonly where: ((object: T) => boolean) | undefined;
  readonly sort: ((a: T, b: T) => number) | undefined;
  readonly limit: number | undefined;
}

/**
 * The result of one query, kept by the changes of a store. They wait until somebody wants to read, so that what changes
 * often between two readings is looked at once.
 */
export class LiveRows<T> {
  readonly #where: (object: T) => boolean;
  readonly #sort: ((a: T, b: T) => number) | undefined;
  readonly #limit: number;

  readonly #rows = new Map<ObjectKey, Row<T>>();
  readonly #waiting = new NewestOfEach<T>();
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
    // A resync changes nothing. Only its cause says so: after a restore equal versions may have other contents.
    this.#waiting.add(withoutResyncs(batch));
  }

  /**
   * Gives what waits its place, in as many steps as one likes, and what comes meanwhile, too. One at a time; nothing may
   * be read before the last step. A generator that was left half-way leaves nothing of use.
   */
  *settle(): Generator<void, void, void> {
    const pause = createPauseCheck();
    for (;;) {
      const changes = yield* this.#waiting.take();
      if (changes.size === 0) return;
      const homeless: Row<T>[] = [];
      for (const change of changes.values()) {
        const row = this.#settle(change);
        if (row !== undefined) homeless.push(row);
        if (pause()) yield;
      }
      if (homeless.length === 0) continue;
      this.#changed = true;
      yield* this.#sorted.add(homeless);
    }
  }

  /** The result as it is now: the array of the last time if that holds the same objects in the same order. */
  read(): readonly T[] {
    const steps = this.settle();
    while (steps.next().done !== true);
    if (!this.#changed) return this.#last;
    this.#changed = false;
    const objects = this.#sorted.first(this.#limit);
    if (!isSameList(objects, this.#last)) this.#last = Object.freeze(objects);
    return this.#last;
  }

  /** @returns the row, if it has to be given a place */
  #settle({ type, key, object }: Change<T>): Row<T> | undefined {
    const known = this.#rows.get(key);
    if (known !== undefined && type !== 'updated') this.#delete(key, known);
    if (type === 'deleted') return undefined;
    const shown = this.#where(object);
    if (known === undefined || type === 'added') {
      const row: Row<T> = { object, sequence: this.#sequence++, piece: undefined };
      this.#rows.set(key, row);
      return shown ? row : undefined;
    }
    const stays = shown && known.piece !== undefined && this.#isInPlace(known.object, object);
    if (stays) this.#changed = true;
    else this.#takeOut(known);
    known.object = object;
    return shown && !stays ? known : undefined;
  }

  #delete(key: ObjectKey, row: Row<T>): void {
    this.#takeOut(row);
    this.#rows.delete(key);
  }

  #isInPlace(old: T, object: T): boolean {
    return this.#sort === undefined || this.#sort(old, object) === 0;
  }

  #takeOut(row: Row<T>): void {
    if (row.piece === undefined) return;
    this.#sorted.remove(row);
    this.#changed = true;
  }
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((object, at) => object === other[at]);
}
