import { elapsed, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import type { Change } from '../../../store/index.ts';

/** What just happened to a row. */
export type Mark = 'added' | 'updated' | 'deleted';

/** An object in its place. */
export interface Row {
  /** By this rows are in order: namespace, then name. */
  readonly order: string;
  readonly object: KubeObject;
  readonly mark: Mark | undefined;
}

/** The rows of one collection, those that went a moment ago among them. */
export interface Rows {
  apply(changes: readonly Change<KubeObject>[], now: number): void;
  /** In order; valid until the next call of either. */
  at(now: number): readonly Row[];
  /** When a mark ends, ms of the clock; `undefined` without marks. */
  readonly nextEnd: number | undefined;
}

/** So long a change can be seen, ms. */
export const markedFor = 1_000;

/**
 * A change costs O(1). The order is made when it is asked for, if keys came or went: a sort of what was in order before,
 * with some more at its end, is little more than a walk.
 */
export function createRows(): Rows {
  const byKey = new Map<ObjectKey, OwnRow>();
  let ordered: OwnRow[] = [];
  let isOrdered = true;
  /** In the order of their ends. */
  let marked: { readonly row: OwnRow; readonly since: number }[] = [];

  const endMarks = (now: number): void => {
    const isMarked = ({ since }: { readonly since: number }): boolean => elapsed(since, now) < markedFor;
    const left = marked.findIndex(isMarked);
    const ended = marked.slice(0, left === -1 ? marked.length : left);
    if (ended.length > 0) marked = marked.slice(ended.length);
    for (const { row } of ended) {
      if (isMarked(row)) continue; // it was marked again since
      if (row.mark === 'deleted') {
        byKey.delete(row.key);
        isOrdered = false;
      }
      row.mark = undefined;
    }
  };
  const rowOf = (key: ObjectKey, object: KubeObject): OwnRow => {
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const row = { key, order: key.replace('/', '\u0000'), object, mark: undefined, since: 0 };
    byKey.set(key, row);
    ordered.push(row);
    isOrdered = false;
    return row;
  };

  return {
    get nextEnd() {
      return marked[0] && marked[0].since + markedFor;
    },
    apply(changes, now) {
      for (const { type, key, object, cause } of changes) {
        const row = rowOf(key, object);
        row.object = object;
        row.mark = cause === 'initial' ? undefined : type;
        row.since = now;
        if (row.mark !== undefined) marked.push({ row, since: now });
      }
    },
    at(now) {
      endMarks(now);
      if (!isOrdered) {
        ordered = ordered.filter((row) => byKey.get(row.key) === row);
        ordered.sort((a, b) => (a.order < b.order ? -1 : 1));
        isOrdered = true;
      }
      return ordered;
    },
  };
}

interface OwnRow extends Row {
  readonly key: ObjectKey;
  object: KubeObject;
  mark: Mark | undefined;
  since: number;
}
