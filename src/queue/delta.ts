import type { KubeObject, ObjectKey } from '../objects/index.ts';

/**
 * One entry in the history of a key, or of the whole collection. `type` is a name of client-go's `DeltaType`.
 */
export type Delta<T extends KubeObject> =
  | {
      readonly type: 'Added' | 'Updated' | 'Deleted';
      readonly key: ObjectKey;
      readonly object: T;
      /** False if the final state of the deleted object is not known; see `WatchEvent`. */
      readonly finalStateKnown?: false;
    }
  | {
      readonly type: 'ReplacedAll';
      readonly objects: readonly T[];
      readonly resourceVersion: string;
      /**
       * True if the resourceVersions of the server went backwards before this list, for example after a
       * restore of etcd; see `REPLACED` of `ReflectorEvent`.
       */
      readonly versionsReset?: true;
    }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/**
 * The deltas of one pop. A pop returns all deltas of one key, oldest first, or one delta of the whole
 * collection.
 */
export type Deltas<T extends KubeObject> = readonly [Delta<T>, ...Delta<T>[]];
