import { anInformer } from '../views/index.ts';
import type { Informer } from '../informer/index.ts';
import {
  aFunction,
  checkArgument,
  type KubeObject,
  type ObjectKey,
  oneOf,
  OptionsError,
  uidOf,
} from '../objects/index.ts';
import { derivedInformer, derivedInput, type InputInformer } from './derived-informer.ts';
import { isSameObject } from '../rows/index.ts';
import { JoinRows } from './machine/join-rows.ts';
import { checkDerivedOptions, type DerivedOptions, guarded } from './where.ts';

/** A row of a join: a left object, and the right object that belongs to it. */
export interface JoinedRow<L, R> {
  readonly left: L;
  /** `undefined` if no right object belongs to the left object. Only a join of the type 'left' has such rows. */
  readonly right: R | undefined;
}

/** The options of `join`. */
export interface JoinOptions<L, R, Row, Index extends string = string> extends DerivedOptions<Row, Index> {
  /**
   * Whether a left object without a right object has a row. With 'left' (the default) it has a row, whose `right` is
   * `undefined`. With 'inner' it has none.
   */
  readonly type?: 'left' | 'inner';
  /**
   * Makes the row of a pair. Must be pure. If it throws, the pair has no row, and `onError` gets the error. Default:
   * `{ left, right }`.
   */
  readonly row?: (left: L, right: R | undefined) => Row;
}

/**
 * Creates an informer of rows that join the objects of two informers. A change of either side updates only the rows
 * that it affects. The join sends no request.
 *
 * `by` returns the key of the right object. With one key, or with `undefined`, the row has the key of the left object:
 * `rows.store.get('shop/web-0')`. With an array, each pair has a row of its own, whose key is the two keys with a space
 * between them, as in `shop/web-0 node-1`. A key is `namespace/name`, or `name` of a cluster-scoped object: without the
 * namespace, no object of a namespace matches. A left object without any right object then has a row with its own key.
 *
 * The first rows come when both informers have synced. The join runs while it has a subscriber, and keeps both
 * informers running for that time. It ends with the error of either informer, or when both have completed. Objects of
 * two clusters are joined only within their cluster.
 *
 * @param by - must be pure. If it throws, or returns no key, the left object has no right object, and `onError` gets
 * the error
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const rows = join(pods, nodes, (pod) => pod.spec?.nodeName);
 * query(rows, { where: ({ right }) => right?.spec?.unschedulable === true }).subscribe((cordoned) =>
 *   console.log(cordoned.map(({ left }) => left.metadata.name)),
 * );
 * ```
 */
export function join<L extends KubeObject, R, Row = JoinedRow<L, R>, Index extends string = never>(
  left: InputInformer<L>,
  right: InputInformer<R>,
  by: (left: L) => ObjectKey | undefined | readonly ObjectKey[],
  options: JoinOptions<L, R, Row, Index> = {},
): Informer<Row, Index> {
  checkArgument('join: left', left, anInformer);
  checkArgument('join: right', right, anInformer);
  checkArgument('join: by', by, aFunction);
  checkDerivedOptions('join', options, { type: oneOf('left', 'inner'), row: aFunction });
  const {
    indexers,
    onError,
    resetDelay,
    type = 'left',
    row = joinedRow as NonNullable<typeof options.row>,
  } = options;
  const keysOf = guarded('by of join', onError, (object: L) => checkedKeys(by(object)), undefined);
  const rowOf = guarded('row of join', onError, row, undefined);

  return derivedInformer<Row, Index>({
    informers: { left, right },
    createInputs: () => {
      const rows = new JoinRows<L, R, Row>({
        by: (object, key) => keysOf(key, object),
        row: (one, other, key) => rowOf(key, one, other),
        keepsUnmatched: type === 'left',
        getRight: (key, cluster) => right.store.get(key, cluster),
      });
      return [
        derivedInput(left, (change, cause, push) => rows.changedLeft(change, cause, push)),
        derivedInput(right, (change, cause, push) => rows.changedRight(change, cause, push)),
      ];
    },
    uidOf: (joined) => uidOf(options.row === undefined ? leftOf(joined) : joined),
    isSame: options.row === undefined ? isSameJoinedRow : Object.is,
    indexers,
    onError,
    resetDelay,
  });
}

const joinedRow = <L, R>(left: L, right: R | undefined): JoinedRow<L, R> => Object.freeze({ left, right });

const leftOf = (joined: unknown): unknown => (joined as JoinedRow<unknown, unknown>).left;

const isSameJoinedRow = (one: unknown, other: unknown): boolean => {
  const [a, b] = [one as JoinedRow<unknown, unknown>, other as JoinedRow<unknown, unknown>];
  return isSameObject(a.left, b.left) && isSameObject(a.right, b.right);
};

/** The key of a row can be the keys of several objects with a space between them. */
const isKey = (given: unknown): boolean =>
  typeof given === 'string' && given.split(' ').every((key) => /^[^/\s]+(?:\/[^/\s]+)?$/.test(key));

function checkedKeys(given: ObjectKey | undefined | readonly ObjectKey[]): typeof given {
  if (given === undefined) return undefined;
  const keys: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (keys.every(isKey)) return given;
  throw new OptionsError(
    'join: by',
    given,
    '`namespace/name` or `name`, undefined, or an array of such keys',
  );
}
