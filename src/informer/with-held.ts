import type { KubeObject } from '../objects/index.ts';
import type { HeldObjects, ListerWatcher } from '../source/index.ts';
import type { IndexedStore } from '../store/index.ts';

/**
 * A source that is told what the store holds, so that a relist need not parse what has not changed. Only for a store that
 * holds objects as the source gave them.
 */
export function withHeld<T extends KubeObject>(
  source: ListerWatcher<T>,
  store: Pick<IndexedStore<T>, 'get' | 'size'>,
): ListerWatcher<T> {
  const get: HeldObjects<T> = (key) => store.get(key);
  const held = (): HeldObjects<T> | undefined => (store.size === 0 ? undefined : get);
  return {
    list: (options, onIncident) => source.list(options, onIncident, held()),
    watch: (options, onIncident) => source.watch(options, onIncident, held()),
  };
}
