import type { ObjectKey } from '../objects/index.ts';

/**
 * The change of one object in a store. A change has the old and the new object, so predicates need no state. If a key gets a new
 * uid, the store emits two changes: `deleted`, then `added` (G6).
 */
export type Change<T> = {
  readonly key: ObjectKey;
  /** The source: first list, watch event, later list, resync, or (`replay`) the current objects for a late subscriber. */
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
       * False: the final state is unknown (`DeletedFinalStateUnknown`), and `object` is the last known state. Either a list did not
       * contain the object, or its new state could not be frozen after the transform; the object can then still exist.
       */
      readonly finalStateKnown: boolean;
    }
);

export type Cause = Change<unknown>['cause'];

// One function per shape: changes of one type then share a hidden class, so reading them is fast. Changes are frozen, because all
// subscribers get the same object (PF16).

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
