import { type KubeObject, uidOf } from '../../objects/index.ts';
import {
  added,
  type Cause,
  type Change,
  createPauseCheck,
  deleted,
  isEqualJson,
  isSameContent,
  type ObjectCache,
  updated,
} from '../../store/index.ts';

/** A write to the store of a derived informer. */
export interface RowWrite<Row> {
  /** The key of the row, with the cluster if the rows have clusters. See `identityOf`. */
  readonly identity: string;
  /** The row, or `undefined` to remove the row. */
  readonly row: Row | undefined;
  readonly cause: Cause;
  /** The last state of a removed row. Default: the stored row. */
  readonly last?: Row | undefined;
  /** Whether the last state of a removed row is known. Default: true. */
  readonly finalStateKnown?: boolean | undefined;
}

/** The changes of an input, which become writes one change at a time. So a caller can pause between two changes. */
export interface RowBatch<Row> {
  /** The number of changes of the input. */
  readonly length: number;
  /**
   * - `changes`: the writes follow from changes
   * - `content`: the writes contain all rows, so all other rows are removed, and the store has synced
   * - `synced`: the store has synced
   */
  readonly type: 'changes' | 'content' | 'synced';
  /** Passes the writes that follow from the nth change to `push`. May not throw. */
  readonly evaluate: (nth: number, push: (write: RowWrite<Row>) => void) => void;
}

/** Evaluates a batch in small steps, and returns its writes. */
export function* evaluated<Row>({
  length,
  evaluate,
}: RowBatch<Row>): Generator<void, readonly RowWrite<Row>[], void> {
  const writes: RowWrite<Row>[] = [];
  const pause = createPauseCheck();
  const push = (write: RowWrite<Row>): void => void writes.push(write);
  for (let nth = 0; nth < length; nth++) {
    evaluate(nth, push);
    if (pause()) yield;
  }
  return writes;
}

/** How the rows of a derived informer are compared. */
export interface RowIdentity<Row> {
  /** Returns the uid of the object in a row. A row with another uid is another object (G6). */
  readonly uidOf: (row: Row) => string | undefined;
  /** Whether two rows with the same uid show the same state. */
  readonly isSame: (one: Row, other: Row) => boolean;
}

/** Applies the writes of one batch to the cache, and adds the changes to `changes`. */
export function commitRows<Row>(
  cache: ObjectCache<Row>,
  writes: readonly RowWrite<Row>[],
  type: RowBatch<Row>['type'],
  { uidOf, isSame }: RowIdentity<Row>,
  changes: Change<Row>[],
): void {
  if (type === 'content') removeOthers(cache, writes, changes);
  for (const { identity, row, cause, last, finalStateKnown = true } of writes) {
    const old = cache.objects.get(identity);
    if (row === undefined) {
      if (old === undefined) continue;
      cache.remove(identity, old);
      changes.push(deleted(identity, last ?? old, finalStateKnown, cause));
    } else if (old === undefined) {
      cache.put(identity, undefined, row);
      changes.push(added(identity, row, cause));
    } else if (uidOf(old) !== uidOf(row)) {
      cache.remove(identity, old);
      cache.put(identity, undefined, row);
      changes.push(deleted(identity, old, false, cause), added(identity, row, cause));
    } else if (!isSame(old, row)) {
      cache.put(identity, old, row);
      changes.push(updated(identity, old, row, cause));
    }
  }
}

/** Removes the rows that are not among the writes: the inputs lost them while the derived informer was stopped. */
function removeOthers<Row>(
  cache: ObjectCache<Row>,
  writes: readonly RowWrite<Row>[],
  changes: Change<Row>[],
): void {
  if (cache.size === 0) return;
  const written = new Set(writes.map(({ identity }) => identity));
  for (const [identity, old] of cache.objects) {
    if (written.has(identity)) continue;
    cache.remove(identity, old);
    changes.push(deleted(identity, old, false, 'relist'));
  }
}

/**
 * Whether two objects show the same state. A store with `compact()` decodes an object at each read, so the same state can be
 * two objects.
 */
export function isSameObject(one: unknown, other: unknown): boolean {
  return one === other || (isKubeObject(one) && isKubeObject(other) && isSameContent(one, other, json));
}

const isKubeObject = (given: unknown): given is KubeObject => uidOf(given) !== undefined;

const json = { isEqual: isEqualJson };
