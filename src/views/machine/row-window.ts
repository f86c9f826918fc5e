import type { QueryResult } from './query-result.ts';
import type { Row } from './sorted-rows.ts';

/** A range of the rows of a sorted result. */
export interface RowRange {
  /** The index of the first row: 0 for the first row of the result. */
  readonly from: number;
  /** The index behind the last row. `to - from` is the maximum number of rows. */
  readonly to: number;
}

/**
 * One step from the previous rows of a window to its new rows. `at` is an index in the rows of the window, at
 * the time when the patch is applied.
 */
export type RowPatch<T> =
  | { readonly op: 'insert'; readonly at: number; readonly row: T }
  | { readonly op: 'remove'; readonly at: number }
  | { readonly op: 'update'; readonly at: number; readonly row: T };

/** The rows of a window, and their difference from the previous rows. All arrays are frozen. */
export interface QueryWindow<T> {
  /** The objects in the window. There are fewer than `to - from` rows if the result ends before `to`. */
  readonly rows: readonly T[];
  /** The number of objects in the whole result. */
  readonly total: number;
  /** The index of the first row in the whole result. */
  readonly from: number;
  /**
   * The steps that turn the rows of the previous emission into `rows`, in this order. The patches of the
   * first emission start from an empty array.
   */
  readonly patches: readonly RowPatch<T>[];
}

/** The window of one subscription over the result of a query. */
export class RowWindow<T> {
  readonly #result: QueryResult<T>;
  #range: RowRange | undefined;
  #rows: readonly Row<T>[] = [];
  #last: QueryWindow<T> | undefined;
  #hasMoved = false;

  constructor(result: QueryResult<T>) {
    this.#result = result;
  }

  move(range: RowRange): void {
    this.#range = range;
    this.#hasMoved = true;
  }

  /**
   * Returns the current window. While the rows, the total and `from` are unchanged, each call returns the
   * same object. Returns `undefined` if there is no range yet.
   */
  read(): QueryWindow<T> | undefined {
    if (this.#range === undefined) return undefined;
    const hasChanged = this.#result.hasChanged();
    if (!hasChanged && !this.#hasMoved) return this.#last;
    this.#hasMoved = false;

    const { from, to } = this.#range;
    const { size: total } = this.#result;
    const rows = this.#result.rowsBetween(from, to);
    const last = this.#last ?? { rows: NONE, total: NaN, from };
    const patches = rowPatches(this.#rows, last.rows, rows);
    this.#rows = rows;
    if (this.#last !== undefined && patches.length === 0 && total === last.total && from === last.from)
      return this.#last;
    const objects = patches.length === 0 ? last.rows : Object.freeze(rows.map(({ object }) => object));
    this.#last = Object.freeze({ rows: objects, total, from, patches: Object.freeze(patches) });
    return this.#last;
  }
}

/**
 * Returns the patches that turn the old rows into the new rows: first the removals from the end to the start,
 * then the inserts and updates from the start to the end. There are as few patches as possible. A row that
 * has changed its place among the other rows is removed and inserted.
 *
 * @param objects - the objects that the old rows had
 */
export function rowPatches<T>(
  old: readonly Row<T>[],
  objects: readonly T[],
  rows: readonly Row<T>[],
): RowPatch<T>[] {
  let start = 0;
  while (start < Math.min(old.length, rows.length) && old[start] === rows[start]) start += 1;
  let [oldEnd, end] = [old.length, rows.length];
  while (oldEnd > start && end > start && old[oldEnd - 1] === rows[end - 1]) {
    oldEnd -= 1;
    end -= 1;
  }
  const patches: RowPatch<T>[] = [];
  if (oldEnd === start && end === start) {
    for (const [at, { object: row }] of rows.entries()) {
      if (objects[at] !== row) patches.push(Object.freeze({ op: 'update', at, row }));
    }
    return patches;
  }
  const kept = keptRows(old.slice(start, oldEnd), objects.slice(start, oldEnd), rows.slice(start, end));

  for (let at = oldEnd - 1; at >= start; at -= 1) {
    if (!kept.has(at - start)) patches.push({ op: 'remove', at });
  }
  const keptAt = new Map([...kept].map(([oldAt, at]) => [at + start, oldAt + start]));
  for (const [at, { object: row }] of rows.entries()) {
    const oldAt = at < start ? at : at >= end ? at - end + oldEnd : keptAt.get(at);
    if (oldAt === undefined) patches.push({ op: 'insert', at, row });
    else if (objects[oldAt] !== row) patches.push({ op: 'update', at, row });
  }
  for (const patch of patches) Object.freeze(patch);
  return patches;
}

interface KeptRow {
  readonly oldAt: number;
  readonly at: number;
  /** The number of patches that all kept rows up to this row save. */
  readonly saved: number;
  readonly previous: KeptRow | undefined;
}

/**
 * Returns the rows that keep their order, as indexes in the old rows with their indexes in the new rows. A kept
 * row saves a removal and an insert, but a kept row with a new object needs an update. So the result is the
 * increasing subsequence of new indexes that saves the most patches. It is found with a Fenwick tree, in
 * O(n log n).
 */
function keptRows<T>(
  old: readonly Row<T>[],
  objects: readonly T[],
  rows: readonly Row<T>[],
): ReadonlyMap<number, number> {
  const indexes = new Map(rows.map((row, at) => [row, at]));
  const tree: (KeptRow | undefined)[] = [];
  const saved = (kept: KeptRow | undefined): number => kept?.saved ?? 0;
  const bestBefore = (at: number): KeptRow | undefined => {
    let best: KeptRow | undefined;
    for (let node = at; node > 0; node -= node & -node) {
      if (saved(tree[node]) > saved(best)) best = tree[node];
    }
    return best;
  };

  for (const [oldAt, row] of old.entries()) {
    const at = indexes.get(row);
    if (at === undefined) continue;
    const previous = bestBefore(at);
    const kept = { oldAt, at, saved: saved(previous) + (objects[oldAt] === row.object ? 2 : 1), previous };
    for (let node = at + 1; node <= rows.length; node += node & -node) {
      if (kept.saved > saved(tree[node])) tree[node] = kept;
    }
  }
  const all = new Map<number, number>();
  for (let kept = bestBefore(rows.length); kept !== undefined; kept = kept.previous)
    all.set(kept.oldAt, kept.at);
  return all;
}

const NONE: readonly never[] = Object.freeze([]);
