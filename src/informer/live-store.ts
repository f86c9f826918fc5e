import type { Observable } from 'rxjs';
import { type Change, type IndexedStore, lazilyAs } from '../store/index.ts';

/** The store as an informer gives it away: who subscribes to its batches keeps the informer running. */
export function liveStore<T, Index extends string>(
  store: IndexedStore<T, Index>,
  batches$: Observable<readonly Change<T>[]>,
): IndexedStore<T, Index> {
  const live: IndexedStore<T, Index> = {
    ...lazilyAs(store),
    get size() {
      return store.size;
    },
    get hasSynced() {
      return store.hasSynced;
    },
    get resourceVersion() {
      return store.resourceVersion;
    },
    batches$,
    get: (key) => store.get(key),
    list: () => store.list(),
    listKeys: () => store.listKeys(),
    byIndex: (index, value) => store.byIndex(index, value),
    indexKeys: (index, value) => store.indexKeys(index, value),
    listIndexFuncValues: (index) => store.listIndexFuncValues(index),
    addIndexers: (indexers) => {
      store.addIndexers(indexers);
      return live;
    },
  };
  return live;
}
