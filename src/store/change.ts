import type { ObjectKey } from '../objects/index.ts';

/**
 * The one record that flows from the store on. It carries old and new, so predicates need no memory. A new uid under a
 * key is `deleted`, then `added` (G6).
 */
export type Change<T> = {
  readonly key: ObjectKey;
  /** The first list, a watch event, a later list, a resync, or the content that a late subscriber gets (`replay`). */
  readonly cause: 'initial' | 'watch' | 'relist' | 'resync' | 'replay';
} & (
  | { readonly type: 'added'; readonly object: T }
  | {
      readonly type: 'updated';
      readonly old: T;
      /** With `cause: 'resync'` the same reference as `old`, unless a queue dealt a list out as `Sync` deltas (B80). */
      readonly object: T;
    }
  | {
      readonly type: 'deleted';
      readonly object: T;
      /**
       * False: a list no longer had the object, or its new state could not be frozen after the transform, so that the object may
       * still exist. `object` is the last state known (`DeletedFinalStateUnknown`).
       */
      readonly finalStateKnown: boolean;
    }
);

export type Cause = Change<unknown>['cause'];

// One function for each shape: records of one type share a hidden class, so code that reads them stays fast. They are frozen,
// because all subscribers get the same record (PF16).

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
