import { uidOf } from '../../objects/index.ts';
import { added, type Cause, type Change, identityOf, inClusterOf, updated } from '../../store/index.ts';
import { type ChangeBuffer, isInitial, takeAll } from './change-buffer.ts';

interface Entry<T> {
  readonly identity: string;
  readonly since: number;
  pending: PendingChanges<T>;
  previous: Entry<T> | undefined;
  next: Entry<T> | undefined;
}

/**
 * A buffer that keeps only the newest state of each key, as at most two records (G14). The keys are in the
 * order of their first changes. So the number of objects bounds the size of the buffer (PF20).
 *
 * The buffer uses a linked list with an index by key, so that each operation costs the same at any length. A
 * Map alone would become slow: after deletes at the start of a Map, a read of its first key costs more
 * (PF11).
 */
export class ConflatingBuffer<T> implements ChangeBuffer<T> {
  readonly dropped = 0;
  readonly #entries = new Map<string, Entry<T>>();
  #first: Entry<T> | undefined;
  #last: Entry<T> | undefined;
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
      const entry = this.#entries.get(identityOf(change));
      if (entry === undefined) {
        this.#append(change, since);
        this.#count(change, 1);
        continue;
      }

      const before = this.#pending + 1;
      this.#countAll(entry.pending, -1);
      const pending = conflate(entry.pending, change);
      if (pending === undefined) this.#remove(entry);
      else {
        entry.pending = pending;
        this.#countAll(pending, 1);
      }
      this.#conflated += before - this.#pending;
    }
  }

  shift(): Change<T> | undefined {
    const entry = this.#first;
    if (entry === undefined) return undefined;
    const { first, second } = entry.pending;
    if (second === undefined) this.#remove(entry);
    // The entry stays at the front, so that the next `shift` returns the second record of the key.
    else entry.pending = { first: second };
    this.#count(first, -1);
    return first;
  }

  #append(first: Change<T>, since: number): void {
    const identity = identityOf(first);
    const entry: Entry<T> = { identity, since, pending: { first }, previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.next = entry;
    this.#last = entry;
    this.#entries.set(identity, entry);
  }

  #remove(entry: Entry<T>): void {
    const { identity, previous, next } = entry;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    // The old generation of V8's heap can keep a removed entry, whose links would keep young entries alive.
    entry.previous = entry.next = undefined;
    this.#entries.delete(identity);
  }

  #countAll({ first, second }: PendingChanges<T>, by: 1 | -1): void {
    this.#count(first, by);
    if (second !== undefined) this.#count(second, by);
  }

  #count(change: Change<T>, by: 1 | -1): void {
    this.#pending += by;
    if (isInitial(change)) this.#initial += by;
  }
}

/** Returns the changes that remain after conflation: at most two records for each key (G14). */
export function conflated<T>(changes: readonly Change<T>[]): readonly Change<T>[] {
  const buffer = new ConflatingBuffer<T>();
  buffer.push(changes, 0);
  return takeAll(buffer);
}

/**
 * The waiting records of one key. The key has one record, or two: the delete of an object, and the add of the
 * next object with the same name.
 */
export interface PendingChanges<T> {
  readonly first: Change<T>;
  readonly second?: Change<T>;
  /**
   * The deleted object in the last state that the subscriber received. Absent if no waiting record contained
   * this state.
   */
  readonly seen?: T;
}

/**
 * Merges one more change into the waiting records of a key. If an add and its delete cancel each other, the
 * function returns `undefined`.
 *
 * The subscriber gets the newest state, and a delete for each object that it received before (G4, G5). `old`
 * is the last state that the subscriber received. If a delete waits and the same object is then added again,
 * the last received state can be unknown. Then `old` is the state in the delete.
 *
 * A merged add keeps the cause of the add, for example 'initial'. Any other merged change gets the newest
 * cause. But the cause 'resync' does not replace another cause.
 */
export function conflate<T>(
  { first, second, seen }: PendingChanges<T>,
  change: Change<T>,
): PendingChanges<T> | undefined {
  const { key, object, type } = change;
  if (second !== undefined) {
    if (type === 'deleted') return { first, ...ifAny(seen) };
    return { first, second: inClusterOf(change, added(key, object, second.cause)), ...ifAny(seen) };
  }

  switch (first.type) {
    case 'added':
      return type === 'deleted' ? undefined : { first: inClusterOf(change, added(key, object, first.cause)) };
    case 'updated':
      if (type === 'deleted') return { first: change, seen: first.old };
      return {
        first: inClusterOf(change, updated(key, first.old, object, newest(first.cause, change.cause))),
      };
    case 'deleted':
      if (type === 'deleted') return { first: change, ...ifAny(seen) };
      if (uidOf(first.object) === uidOf(object)) {
        return { first: inClusterOf(change, updated(key, seen ?? first.object, object, change.cause)) };
      }
      return { first, second: inClusterOf(change, added(key, object, change.cause)), ...ifAny(seen) };
  }
}

const ifAny = <T>(seen: T | undefined): Pick<PendingChanges<T>, 'seen'> =>
  seen === undefined ? {} : { seen };

const newest = (before: Cause, now: Cause): Cause => (now === 'resync' ? before : now);
