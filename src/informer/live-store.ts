import type { Observable } from 'rxjs';
import type { Change, IndexedStore } from '../store/index.ts';

/** The store as an informer gives it away: who subscribes to its batches keeps the informer running. */
export function liveStore<T, Index extends string>(
  store: IndexedStore<T, Index>,
  batches$: Observable<readonly Change<T>[]>,
): IndexedStore<T, Index> {
  const live: IndexedStore<T, Index> = Object.create(store, {
    batches$: { value: batches$, enumerable: true },
    addIndexers: {
      value: (indexers: Parameters<IndexedStore<T, Index>['addIndexers']>[0]) => {
        store.addIndexers(indexers);
        return live;
      },
    },
  }) as IndexedStore<T, Index>;
  return live;
}
