import type { KubeObject, ObjectKey } from '../objects/index.ts';

/** One step in the history of a key, or of the whole collection; client-go's `DeltaType` by name. */
export type Delta<T extends KubeObject> =
  | {
      readonly type: 'Added' | 'Updated' | 'Deleted';
      readonly key: ObjectKey;
      readonly object: T;
      /** As in `WatchEvent`. */
      readonly finalStateKnown?: false;
    }
  | {
      readonly type: 'ReplacedAll';
      readonly objects: readonly T[];
      readonly resourceVersion: string;
      /** As in `REPLACED` of `ReflectorEvent`. */
      readonly versionsReset?: true;
    }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/** The deltas of one pop: all deltas of one key, oldest first, or one delta of the whole collection. */
export type Deltas<T extends KubeObject> = readonly [Delta<T>, ...Delta<T>[]];
