import { HandlerError, type ObjectKey } from '../../objects/index.ts';
import type { IndexFunc } from '../index-func.ts';

/**
 * One index of a store: the keys of the objects for each index value, in insertion order. A single key is
 * stored without a Set, because in an index of unique values, a Set costs 189 bytes for each object (PF14).
 */
export class ValueIndex {
  readonly #keys = new Map<string, ObjectKey | Set<ObjectKey>>();

  values(): readonly string[] {
    return [...this.#keys.keys()];
  }

  keys(value: string): readonly ObjectKey[] {
    const keys = this.#keys.get(value);
    if (keys === undefined) return [];
    return typeof keys === 'string' ? [keys] : [...keys];
  }

  /**
   * Moves a key from its old values to its new values. The method compares the values first, because most
   * updates of an object change no index value (PF14).
   */
  move(key: ObjectKey, from: readonly string[], to: readonly string[]): void {
    if (equal(from, to)) return;
    const kept = new Set(to);
    for (const value of from) {
      if (!kept.has(value)) this.#remove(key, value);
    }
    for (const value of to) this.#insert(key, value);
  }

  #insert(key: ObjectKey, value: string): void {
    const keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, key);
    else if (typeof keys !== 'string') keys.add(key);
    else if (keys !== key) this.#keys.set(value, new Set([keys, key]));
  }

  #remove(key: ObjectKey, value: string): void {
    const keys = this.#keys.get(value);
    if (keys === key) this.#keys.delete(value);
    // An index value without keys is removed (B183).
    else if (keys instanceof Set && keys.delete(key) && keys.size === 0) this.#keys.delete(value);
  }
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) return false;
  }
  return true;
}

interface NamedIndex<T> {
  readonly name: string;
  readonly func: IndexFunc<T>;
  readonly index: ValueIndex;
}

interface Move {
  readonly index: ValueIndex;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly problem: HandlerError | undefined;
}

/**
 * All indexes of one store. If an index function throws, the object is missing in that index, but the event
 * is applied (unlike B190). The error is kept until `takeProblems` is called, because no callback may run
 * during a write.
 */
export class Indices<T> {
  readonly #all: NamedIndex<T>[] = [];
  readonly #decode: (stored: T) => T;
  #problems: HandlerError[] = [];

  /** @param decode - decodes a stored object; called once for each object, and not for each index function */
  constructor(decode: (stored: T) => T = (stored) => stored) {
    this.#decode = decode;
  }

  get names(): readonly string[] {
    return this.#all.map(({ name }) => name);
  }

  get funcs(): Readonly<Record<string, IndexFunc<T>>> {
    return Object.fromEntries(this.#all.map(({ name, func }) => [name, func]));
  }

  get(name: string): ValueIndex | undefined {
    return this.#all.find((named) => named.name === name)?.index;
  }

  add(name: string, func: IndexFunc<T>, objects: Iterable<readonly [ObjectKey, T]>): void {
    const named = { name, func, index: new ValueIndex() };
    for (const [key, stored] of objects)
      this.#apply(key, moveOf(named, key, undefined, this.#decode(stored)));
    this.#all.push(named);
  }

  /**
   * Adds, updates or removes an object in all indexes. For an added object `oldStored` is `undefined`, and
   * for a removed object `stored` is `undefined`.
   */
  update(key: ObjectKey, oldStored: T | undefined, stored: T | undefined): void {
    for (const move of this.#moves(key, oldStored, stored)) this.#apply(key, move);
  }

  /**
   * Prepares an update of the indexes: decodes the objects and calls the index functions. For large objects,
   * this work takes long. Returns the function that changes the indexes.
   */
  prepare(key: ObjectKey, oldStored: T | undefined, stored: T | undefined): () => void {
    const moves = this.#moves(key, oldStored, stored);
    return () => {
      // An index may have been added since the call of `prepare`. Then the prepared update is incomplete.
      if (moves.length < this.#all.length) this.update(key, oldStored, stored);
      else for (const move of moves) this.#apply(key, move);
    };
  }

  emptied(): Indices<T> {
    const indices = new Indices<T>(this.#decode);
    for (const { name, func } of this.#all) indices.add(name, func, new Map());
    return indices;
  }

  addMissing(others: Indices<T>, objects: Iterable<readonly [ObjectKey, T]>): void {
    for (const { name, func } of others.#all) {
      if (this.get(name) === undefined) this.add(name, func, objects);
    }
  }

  /** Returns the collected errors of index functions, and clears the collection. */
  takeProblems(): readonly HandlerError[] {
    const problems = this.#problems;
    if (problems.length > 0) this.#problems = [];
    return problems;
  }

  #moves(key: ObjectKey, oldStored: T | undefined, stored: T | undefined): readonly Move[] {
    if (this.#all.length === 0) return NONE;
    const old = oldStored && this.#decode(oldStored);
    const object = stored && this.#decode(stored);
    return this.#all.map((named) => moveOf(named, key, old, object));
  }

  #apply(key: ObjectKey, { index, from, to, problem }: Move): void {
    index.move(key, from, to);
    if (problem !== undefined) this.#problems.push(problem);
  }
}

function moveOf<T>(
  { name, func, index }: NamedIndex<T>,
  key: ObjectKey,
  old: T | undefined,
  object: T | undefined,
): Move {
  // The values are copied, because an index function can return the same array for another object.
  const from = old === undefined ? NONE : [...valuesBefore(func, old)];
  if (object === undefined) return { index, from, to: NONE, problem: undefined };
  try {
    return { index, from, to: [...checked(func(object))], problem: undefined };
  } catch (cause) {
    return { index, from, to: NONE, problem: new HandlerError(`index ${name}`, key, cause) };
  }
}

/**
 * Returns the index values of an object before the update. An error of the index function is ignored, because
 * the error was already reported when the object was added.
 */
function valuesBefore<T>(func: IndexFunc<T>, old: T): readonly string[] {
  try {
    return checked(func(old));
  } catch {
    return NONE;
  }
}

function checked(values: readonly string[]): readonly string[] {
  if (!isArray(values)) throw new TypeError('it returned no array');
  return values;
}

const NONE: readonly never[] = [];

const isArray: (values: unknown) => boolean = Array.isArray;
