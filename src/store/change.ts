import type { ObjectKey } from '../objects/index.ts';

/**
 * A change of one object in a store. A change contains the old and the new object, so an operator on changes
 * needs no state. If a key gets a new uid, the store emits two changes: `deleted`, then `added` (G6).
 */
export type Change<T> = {
  readonly key: ObjectKey;
  /**
   * The cluster of the object. Only an `informerSet` with the option `cluster` sets this member. Objects of
   * two clusters can have the same key.
   */
  readonly cluster?: string;
  /**
   * The reason for the change. 'initial' means the first list, 'watch' means a watch event, 'relist' means a
   * later list, and 'resync' means a resync. 'replay' is for the current objects that a late subscriber gets.
   * 'scope' means that the object left the scope of the informer, for example because its namespace left an
   * `informerSet`, or because the object does not pass the predicate of `where` any more. After a delete with this
   * cause, the object can still exist in the cluster. An `informerSet` also adds an object with this cause, if the
   * object takes the place of another object with the same key.
   */
  readonly cause: 'initial' | 'watch' | 'relist' | 'resync' | 'replay' | 'scope';
} & (
  | { readonly type: 'added'; readonly object: T }
  | {
      readonly type: 'updated';
      readonly old: T;
      /**
       * The new state of the object. In a change with `cause: 'resync'`, `object` and `old` are usually the
       * same reference. Exception: a queue that emits the objects of a list as `Sync` deltas (B80) causes
       * changes with `cause: 'resync'` and a new state.
       */
      readonly object: T;
    }
  | {
      readonly type: 'deleted';
      readonly object: T;
      /**
       * False if the final state of the object is unknown, like client-go's `DeletedFinalStateUnknown`.
       * `object` is then the last known state. There are two reasons. Either a new list did not contain the
       * object, or the library could not freeze its new state after the transform. In the second situation,
       * the object can still exist in the cluster.
       */
      readonly finalStateKnown: boolean;
    }
);

export type Cause = Change<unknown>['cause'];

/**
 * Returns what identifies the object of a change within its store: the key, and the cluster if the change has
 * one. Neither a key nor the name of a cluster contains a line break.
 */
export const identityOf = ({
  key,
  cluster,
}: {
  readonly key: ObjectKey;
  readonly cluster?: string | undefined;
}): string => (cluster === undefined ? key : `${cluster}\n${key}`);

/** Returns the key of an identity, and the cluster if the identity has one. */
export function splitIdentity(identity: string): { readonly key: ObjectKey; readonly cluster?: string } {
  const end = identity.indexOf('\n');
  return end < 0 ? { key: identity } : { cluster: identity.slice(0, end), key: identity.slice(end + 1) };
}

/** Returns the change with the cluster of another change of the same object. */
export const inClusterOf = <T>({ cluster }: Change<T>, change: Change<T>): Change<T> =>
  cluster === undefined ? change : Object.freeze({ ...change, cluster });

// Each type of change has its own function. So all changes of one type share a hidden class of V8, and are
// fast to read. Changes are frozen, because all subscribers get the same object (PF16).

export const added = <T>(key: ObjectKey, object: T, cause: Cause): Change<T> =>
  Object.freeze({
    type: 'added',
    key,
    object,
    cause,
  });

export const updated = <T>(key: ObjectKey, old: T, object: T, cause: Cause): Change<T> =>
  Object.freeze({
    type: 'updated',
    key,
    old,
    object,
    cause,
  });

export const deleted = <T>(key: ObjectKey, object: T, finalStateKnown: boolean, cause: Cause): Change<T> =>
  Object.freeze({
    type: 'deleted',
    key,
    object,
    finalStateKnown,
    cause,
  });
