import { ChunkedList, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import { elapsed } from '../../../scheduling/index.ts';
import type { Change } from '../../../store/index.ts';
import { lowerBound, mergedInSteps, type Ordered, sortedInSteps, stepItems } from './merge-sort.ts';

/** The latest change of a row, as long as the table highlights it. */
export type Mark = 'added' | 'updated' | 'deleted';

/** An object and its place. Rows are in order by namespace, then by name. */
export interface Row extends Ordered {
  readonly object: KubeObject;
  readonly mark: Mark | undefined;
}

/** The rows of one collection, including the rows of objects that were deleted a moment ago. */
export interface Rows {
  /** Queues changes for `arrange`: O(1). */
  apply(changes: readonly Change<KubeObject>[], now: number): void;
  /**
   * Applies the queued changes, ends the marks that were shown for long enough, removes the rows of deleted objects,
   * and sorts the rows, until all is done or `pause` returns true after a step.
   *
   * @returns true if all is done
   */
  arrange(now: number, pause: () => boolean): boolean;
  /** The rows that `arrange` has sorted so far; valid until the next call of `arrange`. */
  readonly ordered: readonly Row[];
  /** Time at which the next mark ends, ms of the clock; `undefined` without marks. */
  readonly nextEnd: number | undefined;
}

/** How long a change is marked, ms. */
export const markedFor = 1_000;

/**
 * Maximum new and deleted rows that are inserted and removed one by one; more rows are merged. With a million rows, one
 * insertion takes 1 ms, and a copy of all rows takes 20 ms.
 */
const maxInPlace = 16;

/**
 * Creates the rows. Sorts only new rows, and merges them into the sorted rows. A step takes at most some thousand
 * changes or rows: a server may list a million objects in any order.
 */
export function createRows(): Rows {
  const byKey = new Map<ObjectKey, OwnRow>();
  const queue = new ChunkedList<Batch>();
  let taken = 0; // changes of the first batch that were applied
  let ordered: OwnRow[] = [];
  let added: OwnRow[] = [];
  let gone: OwnRow[] = [];
  let ordering: Generator<void, void> | undefined;
  /** Ordered by the end of the mark. */
  const marked: { readonly row: OwnRow; readonly since: number }[] = [];

  const rowOf = (key: ObjectKey, object: KubeObject): OwnRow => {
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const order = key.replace('/', '\u0000');
    const row = { key, order, object, mark: undefined, since: 0, isGone: false };
    byKey.set(key, row);
    added.push(row);
    return row;
  };
  const applySome = ({ changes, now }: Batch): void => {
    const end = Math.min(taken + stepItems, changes.length);
    for (const { type, key, object, cause } of changes.slice(taken, end)) {
      const row = rowOf(key, object);
      row.object = object;
      row.mark = cause === 'initial' ? undefined : type;
      row.since = now;
      if (row.mark !== undefined) marked.push({ row, since: now });
    }
    taken = end;
    if (taken < changes.length) return;
    queue.shift();
    taken = 0;
  };
  /**
   * Ends the marks that were shown for long enough.
   *
   * @returns whether more marks may have to end
   */
  const endMarks = (now: number): boolean => {
    const isMarked = ({ since }: { readonly since: number }): boolean => elapsed(since, now) < markedFor;
    const first = marked.slice(0, stepItems);
    const left = first.findIndex(isMarked);
    const ended = left === -1 ? first : first.slice(0, left);
    if (ended.length > 0) marked.splice(0, ended.length);
    for (const { row } of ended) {
      if (isMarked(row) || row.isGone) continue; // the row was marked again since then
      if (row.mark === 'deleted') {
        byKey.delete(row.key);
        row.isGone = true;
        gone.push(row); // keep the mark: the row is drawn until the rows are sorted again
      } else {
        row.mark = undefined;
      }
    }
    return ended.length === stepItems;
  };
  function* putInOrder(): Generator<void, void> {
    const [few, left] = [added, gone];
    [added, gone] = [[], []];
    if (few.length + left.length > maxInPlace) {
      ordered = yield* mergedInSteps(ordered, yield* sortedInSteps(few), isThere);
      return;
    }
    for (const row of left) {
      let at = lowerBound(ordered, row.order);
      // Two keys can have the same order: a name may have a NUL in it.
      while (ordered[at] !== row && ordered[at]?.order === row.order) at++;
      if (ordered[at] === row) ordered.splice(at, 1);
      yield;
    }
    for (const row of few.filter(isThere)) {
      ordered.splice(lowerBound(ordered, row.order), 0, row);
      yield;
    }
  }

  return {
    get ordered() {
      return ordered;
    },
    get nextEnd() {
      return marked[0] && marked[0].since + markedFor;
    },
    apply(changes, now) {
      queue.push({ changes, now });
    },
    arrange(now, pause) {
      for (;;) {
        const batch = queue.peek();
        if (batch !== undefined) {
          applySome(batch);
        } else if (!endMarks(now)) {
          if (ordering === undefined && added.length === 0 && gone.length === 0) return true;
          ordering ??= putInOrder();
          if (ordering.next().done === true) ordering = undefined;
        }
        if (pause()) return false;
      }
    },
  };
}

const isThere = ({ isGone }: OwnRow): boolean => !isGone;

interface Batch {
  readonly changes: readonly Change<KubeObject>[];
  readonly now: number;
}

interface OwnRow extends Row {
  readonly key: ObjectKey;
  object: KubeObject;
  mark: Mark | undefined;
  since: number;
  /** Whether the object was deleted, and the mark has ended. */
  isGone: boolean;
}
