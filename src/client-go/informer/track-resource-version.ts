import { defer, tap } from 'rxjs';
import type { KubeObject } from '../../objects/index.ts';
import type { ListerWatcher, WatchEvent } from '../../source/index.ts';

/** A ListerWatcher with the last resourceVersion that it emitted. */
export interface TrackedSource<T extends KubeObject> {
  readonly source: ListerWatcher<T>;
  /** Returns the version of the last received list or event, before any transform. Returns `''` before the first list. */
  readonly lastResourceVersion: () => string;
}

/**
 * Tracks the last resourceVersion of a ListerWatcher, as client-go's `LastSyncResourceVersion`. The version
 * is read here, before any transform, because a transform can remove the version from the objects (B124).
 */
export function trackResourceVersion<T extends KubeObject>(source: ListerWatcher<T>): TrackedSource<T> {
  let last = '';

  /**
   * Creates a function that records the version of each event. A streaming list, and a watch without a start version,
   * emit their first objects in any order. So the versions of these objects are not recorded (B42).
   */
  const recordVersion = (streamed: boolean, from: string): ((event: WatchEvent<T>) => void) => {
    let isOrdered = !streamed && from !== '' && from !== '0';
    return (event) => {
      if (event.type === 'BOOKMARK') {
        isOrdered ||= !streamed || event.initialEventsEnd === true;
        if (isOrdered) last = event.resourceVersion;
        return;
      }
      isOrdered ||= !streamed && event.type !== 'ADDED';
      if (isOrdered) last = event.object.metadata.resourceVersion;
    };
  };

  return {
    lastResourceVersion: () => last,
    source: {
      origin$: source.origin$,
      list: (options, hooks) =>
        defer(() => {
          let listed = last;
          return source.list(options, hooks).pipe(
            tap({
              next: ({ resourceVersion }) => (listed = resourceVersion),
              complete: () => (last = listed),
            }),
          );
        }),
      watch: (options = {}, hooks) =>
        defer(() => {
          const { sendInitialEvents = false, resourceVersion = '' } = options;
          return source.watch(options, hooks).pipe(tap(recordVersion(sendInitialEvents, resourceVersion)));
        }),
    },
  };
}
