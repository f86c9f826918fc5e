import type { Observable } from 'rxjs';
import type { Change, IndexedStore } from '../store/index.ts';

/** The store as an informer gives it away: who subscribes to its batches keeps the informer running. */
export function liveStore<T, Index extends string>(
  store: IndexedStore<T, Index>,
  batches$: Observable<readonly Change<T>[]>,
): IndexedStore<T, Index> {
  const { get, list, listKeys, byIndex, indexKeys, listIndexFuncValues } = store;
  const live: IndexedStore<T, Index> = {
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
    get,
    list,
    listKeys,
    byIndex,
    indexKeys,
    listIndexFuncValues,
    addIndexers: (indexers) => {
      store.addIndexers(indexers);
      return live;
    },
  };
  return live;
}
