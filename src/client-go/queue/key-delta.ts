import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Delta, Deltas } from '../../queue/index.ts';

/**
 * One step in the history of a key. A replace and a resync are deltas of each key.
 *
 * A `Deleted` with `finalStateKnown: false` is client-go's `DeletedFinalStateUnknown`: a list lacks the object, or the event that
 * deleted it was invalid. Its
 * `object` is the last known state; it is absent when the look-up of that state failed (B79).
 */
export type KeyDelta<T extends KubeObject> =
  | {
      readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync';
      readonly key: ObjectKey;
      readonly object: T;
      /** As that of `REPLACED` of a `ReflectorEvent`. */
      readonly versionsReset?: true;
    }
  | { readonly type: 'Deleted'; readonly key: ObjectKey; readonly object: T; readonly finalStateKnown: true }
  | {
      readonly type: 'Deleted';
      readonly key: ObjectKey;
      readonly object: T | undefined;
      readonly finalStateKnown: false;
    };

/** The deltas of one pop of a queue by key: all that wait under one key, oldest first. Never empty. */
export interface KeyDeltas<T extends KubeObject> extends ReadonlyArray<KeyDelta<T>> {
  /** Whether these deltas are of the first list (B90). */
  readonly isInInitialList: boolean;
  /**
   * Whether all objects of the first list have been popped, with this pop or before it (B84). A store behind the queue
   * sets its own `hasSynced` to it. Absent: the opposite of `isInInitialList`.
   */
  readonly hasSynced?: boolean;
}

/** One step of RealFIFO: of a key, or of the whole collection. */
export type RealDelta<T extends KubeObject> =
  KeyDelta<T> | Extract<Delta<T>, { readonly type: 'ReplacedAll' | 'SyncAll' | 'Bookmark' }>;

/**
 * The deltas of one pop of RealFIFO: one delta, or a batch of deltas of different keys, in the order of arrival. A delta of the
 * whole collection comes alone. Never empty.
 */
export interface RealDeltas<T extends KubeObject> extends ReadonlyArray<RealDelta<T>> {
  /** Whether they came before or with the first list (B116). */
  readonly isInInitialList: boolean;
}

/** The deltas of one pop of `deltaFifo()`, of a queue by key, or of a RealFIFO. */
export type AnyDeltas<T extends KubeObject> = Deltas<T> | KeyDeltas<T> | RealDeltas<T>;
