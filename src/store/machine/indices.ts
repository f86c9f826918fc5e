import { HandlerError, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { IndexFunc } from '../index-func.ts';

/**
 * One index: the keys under each value, in the order in which they came under it.
 *
 * A value with a lone key holds it bare: a Set for each would cost 189 bytes an object where values are unique (PF14).
 */
export class ValueIndex {
  readonly #keys = new Map<string, ObjectKey | Set<ObjectKey>>();

  /** The distinct values (B184). */
  values(): readonly string[] {
    return [...this.#keys.keys()];
  }

  keys(value: string): readonly ObjectKey[] {
    const keys = this.#keys.get(value);
    if (keys === undefined) return [];
    return typeof keys === 'string' ? [keys] : [...keys];
  }

  /** Moves a key from the values it had to those it has; compares first, for most updates change none (PF14). */
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
    // A value that no object has any more is removed (B183).
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

/** What a write changes in one index. */
interface Move {
  readonly index: ValueIndex;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly problem: HandlerError | undefined;
}

/**
 * The indices of one content, kept up to date with it. A function that throws costs its entry, never the event
 * (against B190); what it threw waits to be taken, for nobody may be called half-way through a write.
 */
export class Indices<T extends KubeObject> {
  readonly #all: NamedIndex<T>[] = [];
  readonly #open: (held: T) => T;
  #problems: HandlerError[] = [];

  /** @param open - makes an object of what is kept, once for all functions */
  constructor(open: (held: T) => T = (held) => held) {
    this.#open = open;
  }

  get names(): readonly string[] {
    return this.#all.map(({ name }) => name);
  }

  /** The functions by name, in a new object. */
  get funcs(): Readonly<Record<string, IndexFunc<T>>> {
    return Object.fromEntries(this.#all.map(({ name, func }) => [name, func]));
  }

  get(name: string): ValueIndex | undefined {
    return this.#all.find((named) => named.name === name)?.index;
  }

  /** Adds an index over what is there already. */
  add(name: string, func: IndexFunc<T>, objects: Iterable<readonly [ObjectKey, T]>): void {
    const named = { name, func, index: new ValueIndex() };
    for (const [key, held] of objects) this.#apply(key, moveOf(named, key, undefined, this.#open(held)));
    this.#all.push(named);
  }

  /** An object came (`oldHeld` absent), changed, or went (`held` absent). */
  update(key: ObjectKey, oldHeld: T | undefined, held: T | undefined): void {
    for (const move of this.#moves(key, oldHeld, held)) this.#apply(key, move);
  }

  /**
   * An update in two parts. The call asks the index functions, for which it opens the objects, and large objects take long;
   * the function that it returns writes.
   */
  prepare(key: ObjectKey, oldHeld: T | undefined, held: T | undefined): () => void {
    const moves = this.#moves(key, oldHeld, held);
    return () => {
      // An index may have been added since.
      if (moves.length < this.#all.length) this.update(key, oldHeld, held);
      else for (const move of moves) this.#apply(key, move);
    };
  }

  /** The same functions over nothing, to be filled aside. */
  emptied(): Indices<T> {
    const indices = new Indices<T>(this.#open);
    for (const { name, func } of this.#all) indices.add(name, func, new Map());
    return indices;
  }

  /** Adds those of the others that came since these were made. */
  addMissing(others: Indices<T>, objects: Iterable<readonly [ObjectKey, T]>): void {
    for (const { name, func } of others.#all) {
      if (this.get(name) === undefined) this.add(name, func, objects);
    }
  }

  /** What the functions threw since the last call. */
  takeProblems(): readonly HandlerError[] {
    const problems = this.#problems;
    if (problems.length > 0) this.#problems = [];
    return problems;
  }

  #moves(key: ObjectKey, oldHeld: T | undefined, held: T | undefined): readonly Move[] {
    if (this.#all.length === 0) return NONE;
    const old = oldHeld && this.#open(oldHeld);
    const object = held && this.#open(held);
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
  // Copies: the function may return the same array for another object.
  const from = old === undefined ? NONE : [...valuesBefore(func, old)];
  if (object === undefined) return { index, from, to: NONE, problem: undefined };
  try {
    return { index, from, to: [...checked(func(object))], problem: undefined };
  } catch (cause) {
    return { index, from, to: NONE, problem: new HandlerError(`index ${name}`, key, cause) };
  }
}

/** What the function said when the object came: told then if it threw, so not again. */
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
