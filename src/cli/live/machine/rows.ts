import { ChunkedList, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import { elapsed } from '../../../scheduling/index.ts';
import type { Change } from '../../../store/index.ts';
import { lowerBound, mergedInSteps, type Ordered, sortedInSteps, stepItems } from './merge-sort.ts';

/** The latest change of a row, while the table highlights the change. */
export type Mark = 'added' | 'updated' | 'deleted';

/** An object and its sort order. Rows are sorted by namespace, then by name. */
export interface Row extends Ordered {
  readonly object: KubeObject;
  readonly mark: Mark | undefined;
}

/** The rows of one collection, including the highlighted rows of deleted objects. */
export interface Rows {
  /** Adds changes to the queue of `arrange`, in O(1). */
  apply(changes: readonly Change<KubeObject>[], now: number): void;
  /**
   * Applies the queued changes, removes the highlights whose time is over, removes the rows of deleted objects, and
   * sorts the rows. Stops when all work is done, or when `pause` returns true after a step.
   *
   * @returns true if all work is done
   */
  arrange(now: number, pause: () => boolean): boolean;
  /** The rows that `arrange` has sorted so far. The list is valid until the next call of `arrange`. */
  readonly ordered: readonly Row[];
  /** Time at which the next highlight ends, in ms of the clock; `undefined` if no row is highlighted. */
  readonly nextEnd: number | undefined;
}

/** How long a change is highlighted, in ms. */
export const markedFor = 1_000;

/**
 * Maximum number of new and deleted rows that are inserted and removed one by one. If more rows are new or deleted, a
 * merge copies all rows. With a million rows, one insertion takes 1 ms, and a copy of all rows takes 20 ms.
 */
const maxInPlace = 16;

/**
 * Creates the rows. Sorts only new rows, and merges the new rows into the sorted rows. A step processes at most some
 * thousand changes or rows, because a server may list a million objects in any order.
 */
export function createRows(): Rows {
  const byKey = new Map<ObjectKey, OwnRow>();
  const queue = new ChunkedList<Batch>();
  let taken = 0; // how many changes of the first queued batch are applied
  let ordered: OwnRow[] = [];
  let added: OwnRow[] = [];
  let gone: OwnRow[] = [];
  let ordering: Generator<void, void> | undefined;
  /** The highlighted rows, in the order in which their highlights end. */
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
   * Ends the highlights whose time is over.
   *
   * @returns whether more highlights may be over, because the call has ended the maximum number for one step
   */
  const endMarks = (now: number): boolean => {
    const isMarked = ({ since }: { readonly since: number }): boolean => elapsed(since, now) < markedFor;
    const first = marked.slice(0, stepItems);
    const left = first.findIndex(isMarked);
    const ended = left === -1 ? first : first.slice(0, left);
    if (ended.length > 0) marked.splice(0, ended.length);
    for (const { row } of ended) {
      if (isMarked(row) || row.isGone) continue; // a later change has highlighted the row again
      if (row.mark === 'deleted') {
        byKey.delete(row.key);
        row.isGone = true;
        gone.push(row); // the row stays visible until the next sort, so its highlight stays too
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
      // Two keys can have the same order, because a name may contain a NUL character.
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
  /** Whether the object was deleted and the highlight has ended. */
  isGone: boolean;
}
