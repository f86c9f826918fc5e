import type { KubeObject, ObjectKey } from '../objects/index.ts';

/** One step in the history of a key, or of the whole collection; client-go's `DeltaType` by name. */
export type Delta<T extends KubeObject> =
  | {
      readonly type: 'Added' | 'Updated' | 'Deleted';
      readonly key: ObjectKey;
      readonly object: T;
      /** As that of `ObjectEvent`. */
      readonly finalStateKnown?: false;
    }
  | {
      readonly type: 'ReplacedAll';
      readonly objects: readonly T[];
      readonly resourceVersion: string;
      /** As that of `ReplacedEvent`. */
      readonly versionsReset?: true;
    }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/** What one pop takes: all that waits for one key, oldest first, or one delta of the whole collection alone. */
export type Deltas<T extends KubeObject> = readonly [Delta<T>, ...Delta<T>[]];

/**
 * One step in the history of a key in the classic form, where a replace and a resync are dealt out by key.
 *
 * A `Deleted` with `finalStateKnown: false` was synthesised from a list: client-go's `DeletedFinalStateUnknown`. Its
 * `object` is the last state known, absent where not even that could be looked up (B79).
 */
export type KeyDelta<T extends KubeObject> =
  | {
      readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync';
      readonly key: ObjectKey;
      readonly object: T;
      /** As that of `ReplacedEvent`. */
      readonly versionsReset?: true;
    }
  | { readonly type: 'Deleted'; readonly key: ObjectKey; readonly object: T; readonly finalStateKnown: true }
  | {
      readonly type: 'Deleted';
      readonly key: ObjectKey;
      readonly object: T | undefined;
      readonly finalStateKnown: false;
    };

/** What one pop of the classic form takes: all that waits for one key, oldest first. Never empty. */
export interface KeyDeltas<T extends KubeObject> extends ReadonlyArray<KeyDelta<T>> {
  /** Whether the first list was still being handed out when this was popped (B90). */
  readonly isInInitialList: boolean;
  /**
   * Whether all of the first list has been handed out, with this pop or before it (B84); a store behind the queue tells
   * it as its own. Absent: the opposite of `isInInitialList`.
   */
  readonly hasSynced?: boolean;
}

/** One step as RealFIFO holds it: of a key, or of the whole collection. */
export type RealDelta<T extends KubeObject> =
  KeyDelta<T> | Extract<Delta<T>, { readonly type: 'ReplacedAll' | 'SyncAll' | 'Bookmark' }>;

/**
 * What one pop of RealFIFO takes: one delta, or a batch of deltas of different keys, in the order of arrival; one of
 * the whole collection alone. Never empty.
 */
export interface RealDeltas<T extends KubeObject> extends ReadonlyArray<RealDelta<T>> {
  /** Whether they came before or with the first list (B116). */
  readonly isInInitialList: boolean;
}
