import type { ObjectKey } from '../objects/index.ts';

/**
 * The change of one object in a store. It has the old and the new object, so predicates need no state. A new uid of a key is two
 * changes: `deleted`, then `added` (G6).
 */
export type Change<T> = {
  readonly key: ObjectKey;
  /** The first list, a watch event, a later list, a resync, or the current objects for a late subscriber (`replay`). */
  readonly cause: 'initial' | 'watch' | 'relist' | 'resync' | 'replay';
} & (
  | { readonly type: 'added'; readonly object: T }
  | {
      readonly type: 'updated';
      readonly old: T;
      /** With `cause: 'resync'` the same reference as `old`, unless a queue emits the objects of a list as `Sync` deltas (B80). */
      readonly object: T;
    }
  | {
      readonly type: 'deleted';
      readonly object: T;
      /**
       * False: the final state is unknown (`DeletedFinalStateUnknown`), and `object` is the last known state. Either a list no longer
       * contained the object, or its new state could not be frozen after the transform; then the object can still exist.
       */
      readonly finalStateKnown: boolean;
    }
);

export type Cause = Change<unknown>['cause'];

// One function for each shape: changes of one type share a hidden class, so code that reads them is fast. Changes are frozen, because
// all subscribers get the same object (PF16).

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
