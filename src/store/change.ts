import type { ObjectKey } from '../objects/index.ts';

/**
 * A change of one object in a store. A change contains the old and the new object, so an operator on changes
 * needs no state. If a key gets a new uid, the store emits two changes: `deleted`, then `added` (G6).
 */
export type Change<T> = {
  readonly key: ObjectKey;
  /**
   * The reason for the change. 'initial' means the first list, 'watch' means a watch event, 'relist' means a
   * later list, and 'resync' means a resync. 'replay' is for the current objects that a late subscriber gets.
   */
  readonly cause: 'initial' | 'watch' | 'relist' | 'resync' | 'replay';
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
