import { createPauseCheck } from '../../store/index.ts';

/** One object of a query, and where it stands. */
export interface Row<T> {
  object: T;
  /** The order in which the store was given it. */
  readonly sequence: number;
  /** The piece that holds it; absent while it is not among the sorted. */
  piece: Row<T>[] | undefined;
}

/**
 * Rows in order, in pieces of some hundred: putting one in or taking one out moves a piece, never all (PF10: one array
 * of 50,000 would move 400 KB an event). A row knows its piece, so that taking it out compares nothing: a comparison
 * that contradicts itself cannot lose it.
 */
export class SortedRows<T> {
  readonly #compare: (a: Row<T>, b: Row<T>) => number;
  #pieces: Row<T>[][] = [];
  #size = 0;

  constructor(compare: (a: Row<T>, b: Row<T>) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Puts in all of them: one by one if they are few, else by merging them in once they are sorted. In as many steps as
   * one likes, but nothing may be read or removed before the last.
   */
  *add(rows: readonly Row<T>[]): Generator<void, void, void> {
    if (rows.length * 8 > this.#size) {
      const sorted = yield* sortInSteps(rows, this.#compare);
      yield* this.#rebuild(yield* mergeInSteps(this.#pieces.flat(), sorted, this.#compare));
      return;
    }
    const pause = createPauseCheck();
    for (const row of rows) {
      this.#insert(row);
      if (pause()) yield;
    }
  }

  remove(row: Row<T>): void {
    const { piece } = row;
    if (piece === undefined) return;
    piece.splice(piece.indexOf(row), 1);
    row.piece = undefined;
    this.#size -= 1;
    if (piece.length === 0) this.#pieces.splice(this.#pieces.indexOf(piece), 1);
  }

  /** The objects of the first `limit` rows. */
  first(limit: number): T[] {
    const objects: T[] = [];
    for (const piece of this.#pieces) {
      for (const { object } of piece) {
        if (objects.length >= limit) return objects;
        objects.push(object);
      }
    }
    return objects;
  }

  #insert(row: Row<T>): void {
    const compare = this.#compare;
    const at = firstIndex(this.#pieces, (piece) => isBefore(compare, row, piece.at(-1)));
    const piece = this.#pieces[Math.min(at, this.#pieces.length - 1)] ?? [];
    if (this.#pieces.length === 0) this.#pieces.push(piece);
    piece.splice(
      firstIndex(piece, (other) => isBefore(compare, row, other)),
      0,
      row,
    );
    row.piece = piece;
    this.#size += 1;
    if (piece.length > longest) this.#split(piece);
  }

  #split(piece: Row<T>[]): void {
    const second = piece.splice(piece.length >> 1);
    for (const row of second) row.piece = second;
    this.#pieces.splice(this.#pieces.indexOf(piece) + 1, 0, second);
  }

  *#rebuild(sorted: readonly Row<T>[]): Generator<void, void, void> {
    this.#pieces = [];
    this.#size = sorted.length;
    for (let from = 0; from < sorted.length; from += longest >> 1) {
      const piece = sorted.slice(from, from + (longest >> 1));
      for (const row of piece) row.piece = piece;
      this.#pieces.push(piece);
      yield;
    }
  }
}

/** Rows in a piece: beyond it is halved. */
const longest = 512;

function isBefore<T>(
  compare: (a: Row<T>, b: Row<T>) => number,
  row: Row<T>,
  other: Row<T> | undefined,
): boolean {
  return other !== undefined && compare(row, other) < 0;
}

/** Where the first one is for which the test holds, if it holds for all that follow; else behind the last. */
function firstIndex<V>(values: readonly V[], test: (value: V) => boolean): number {
  let from = 0;
  let to = values.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (test(values[middle] as V)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Sorted as by `Array.prototype.sort`, in steps of a few milliseconds: short runs first, then two by two. */
export function* sortInSteps<V>(
  values: readonly V[],
  compare: (a: V, b: V) => number,
): Generator<void, V[], void> {
  let runs: V[][] = [];
  for (let from = 0; from < values.length; from += RUN) {
    runs.push(values.slice(from, from + RUN).sort(compare));
    // A run takes as long as so many steps. A caller that reads the clock every 32 steps then reads it after each run.
    for (let step = 0; step < RUN; step += 16) yield;
  }
  while (runs.length > 1) {
    const merged: V[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergeInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Two sorted arrays as one; of equals those of the first come first. */
export function* mergeInSteps<V>(
  first: V[],
  second: V[],
  compare: (a: V, b: V) => number,
): Generator<void, V[], void> {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  // What comes in order, or in reverse, is the usual case: a list by name, by age.
  if (compare(first.at(-1) as V, second[0] as V) <= 0) return first.concat(second);
  if (compare(second.at(-1) as V, first[0] as V) < 0) return second.concat(first);
  const merged: V[] = [];
  let [at, other] = [0, 0];
  while (at < first.length && other < second.length) {
    const [one, two] = [first[at] as V, second[other] as V];
    if (compare(one, two) <= 0) {
      merged.push(one);
      at += 1;
    } else {
      merged.push(two);
      other += 1;
    }
    if (merged.length % STRIDE === 0) yield;
  }
  for (; at < first.length; at += 1) merged.push(first[at] as V);
  for (; other < second.length; other += 1) merged.push(second[other] as V);
  return merged;
}

/** So many are sorted in one step. */
const RUN = 512;
/** So many are merged in one. */
const STRIDE = 128;
