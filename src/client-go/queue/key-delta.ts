import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Delta, Deltas } from '../../queue/index.ts';

/**
 * One change in the history of a key. A list and a resync consist of one delta for each key.
 *
 * A `Deleted` with `finalStateKnown: false` is client-go's `DeletedFinalStateUnknown`: the object is not in a list, or the event
 * that deleted the object was invalid. `object` is the last known state, or `undefined` if the look-up of the state failed (B79).
 */
export type KeyDelta<T extends KubeObject> =
  | {
      readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync';
      readonly key: ObjectKey;
      readonly object: T;
      /**
       * True if the resourceVersions of the server went backwards before the list, for example after a
       * restore of etcd; see `versionsReset` of `ReflectorEvent`.
       */
      readonly versionsReset?: true;
    }
  | { readonly type: 'Deleted'; readonly key: ObjectKey; readonly object: T; readonly finalStateKnown: true }
  | {
      readonly type: 'Deleted';
      readonly key: ObjectKey;
      readonly object: T | undefined;
      readonly finalStateKnown: false;
    };

/** The deltas of one pop of a queue by key: all queued deltas of one key, oldest first. The array is never empty. */
export interface KeyDeltas<T extends KubeObject> extends ReadonlyArray<KeyDelta<T>> {
  /** Whether these deltas are part of the first list (B90). */
  readonly isInInitialList: boolean;
  /**
   * Whether all objects of the first list have been popped, by this pop or an earlier pop (B84). A store that
   * applies the deltas derives its own `hasSynced` from this member. If the member is absent, its value is
   * the opposite of `isInInitialList`.
   */
  readonly hasSynced?: boolean;
}

/** One delta of a RealFIFO. The delta is for one key, or for the whole collection. */
export type RealDelta<T extends KubeObject> =
  KeyDelta<T> | Extract<Delta<T>, { readonly type: 'ReplacedAll' | 'SyncAll' | 'Bookmark' }>;

/**
 * The deltas of one pop of a RealFIFO: one delta, or a batch of deltas of different keys, in the order of arrival. A batch never
 * contains a delta of the whole collection. The array is never empty.
 */
export interface RealDeltas<T extends KubeObject> extends ReadonlyArray<RealDelta<T>> {
  /** Whether these deltas came before the first list or with the first list (B116). */
  readonly isInInitialList: boolean;
}

/** The deltas of one pop of `deltaFifo()`, of a queue by key, or of a RealFIFO. */
export type AnyDeltas<T extends KubeObject> = Deltas<T> | KeyDeltas<T> | RealDeltas<T>;
