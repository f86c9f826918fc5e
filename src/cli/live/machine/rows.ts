import { ChunkedList, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import { elapsed } from '../../../scheduling/index.ts';
import type { Change } from '../../../store/index.ts';
import { lowerBound, mergedInSteps, type Ordered, sortedInSteps, stepItems } from './merge-sort.ts';

/** What just happened to a row. */
export type Mark = 'added' | 'updated' | 'deleted';

/** An object in its place: rows are in order by namespace, then by name. */
export interface Row extends Ordered {
  readonly object: KubeObject;
  readonly mark: Mark | undefined;
}

/** The rows of one collection, those of objects that were deleted a moment ago among them. */
export interface Rows {
  /** Queues changes for `arrange`: O(1). */
  apply(changes: readonly Change<KubeObject>[], now: number): void;
  /**
   * Applies queued changes, ends the marks that were seen for long enough, removes the rows of deleted objects, and puts the
   * rows in order, until all is done or `pause` says so after a step.
   *
   * @returns true when all is done
   */
  arrange(now: number, pause: () => boolean): boolean;
  /** Those that `arrange` has put in order so far; valid until it is called again. */
  readonly ordered: readonly Row[];
  /** When a mark ends, ms of the clock; `undefined` without marks. */
  readonly nextEnd: number | undefined;
}

/** So long a change can be seen, ms. */
export const markedFor = 1_000;

/** More rows than these are merged: moving the places of a million rows for one takes a millisecond, a copy of all 20. */
const mostInPlace = 16;

/**
 * Only new rows are sorted; they are then merged into those that are in order. A step takes at most some thousand changes or
 * rows: a server may list a million objects in any order.
 */
export function createRows(): Rows {
  const byKey = new Map<ObjectKey, OwnRow>();
  const queue = new ChunkedList<Batch>();
  let taken = 0; // of the first batch
  let ordered: OwnRow[] = [];
  let added: OwnRow[] = [];
  let gone: OwnRow[] = [];
  let ordering: Generator<void, void> | undefined;
  /** In the order of their ends. */
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
  /** @returns whether there may be more to end */
  const endMarks = (now: number): boolean => {
    const isMarked = ({ since }: { readonly since: number }): boolean => elapsed(since, now) < markedFor;
    const first = marked.slice(0, stepItems);
    const left = first.findIndex(isMarked);
    const ended = left === -1 ? first : first.slice(0, left);
    if (ended.length > 0) marked.splice(0, ended.length);
    for (const { row } of ended) {
      if (isMarked(row) || row.isGone) continue; // it was marked again since
      if (row.mark === 'deleted') {
        byKey.delete(row.key);
        row.isGone = true;
        gone.push(row); // its mark stays: it is drawn until the rows are in order again
      } else {
        row.mark = undefined;
      }
    }
    return ended.length === stepItems;
  };
  function* putInOrder(): Generator<void, void> {
    const [few, left] = [added, gone];
    [added, gone] = [[], []];
    if (few.length + left.length > mostInPlace) {
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
  /** Its object was deleted, and its mark has ended. */
  isGone: boolean;
}
