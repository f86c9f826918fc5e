import type { KubeObject, ObjectKey } from '../objects/index.ts';

/** A change in the history of a key, or of the whole collection; `type` is the name of client-go's `DeltaType`. */
export type Delta<T extends KubeObject> =
  | {
      readonly type: 'Added' | 'Updated' | 'Deleted';
      readonly key: ObjectKey;
      readonly object: T;
      /** See `WatchEvent`. */
      readonly finalStateKnown?: false;
    }
  | {
      readonly type: 'ReplacedAll';
      readonly objects: readonly T[];
      readonly resourceVersion: string;
      /** See `REPLACED` of `ReflectorEvent`. */
      readonly versionsReset?: true;
    }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/** The deltas of one pop: all deltas of one key, oldest first, or one delta of the whole collection. */
export type Deltas<T extends KubeObject> = readonly [Delta<T>, ...Delta<T>[]];
