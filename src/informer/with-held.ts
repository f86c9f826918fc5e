import type { KubeObject } from '../objects/index.ts';
import type { HeldObjects, ListerWatcher } from '../source/index.ts';
import type { IndexedStore } from '../store/index.ts';

/**
 * A source that is told what a store holds, so that a relist need not parse what has not changed.
 *
 * @param holder - the store, as long as it holds objects as the source gave them; asked for each list, and for each
 *   object, for a transform may be set in between
 */
export function withHeld<T extends KubeObject>(
  source: ListerWatcher<T>,
  holder: () => Pick<IndexedStore<T>, 'get' | 'size'> | undefined,
): ListerWatcher<T> {
  const get: HeldObjects<T> = (key) => holder()?.get(key);
  const held = (): HeldObjects<T> | undefined => ((holder()?.size ?? 0) === 0 ? undefined : get);
  return {
    list: (options, onIncident, known = held()) => source.list(options, onIncident, known),
    watch: (options, onIncident, known = held()) => source.watch(options, onIncident, known),
  };
}
