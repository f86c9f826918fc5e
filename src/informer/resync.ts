import { filter, interval, map, merge, type Observable, takeUntil } from 'rxjs';
import { type Change, type IndexedStore, resynced } from '../store/index.ts';
import type { KubeObject } from '../objects/index.ts';

/**
 * Merges in, every so often, each object of the store as it is then: client-go's resync, for one subscriber, with
 * nothing negotiated and nothing fetched.
 */
export function resync<T extends KubeObject>(
  batches$: Observable<readonly Change<T>[]>,
  store: Pick<IndexedStore<T>, 'list'>,
  period: number | undefined,
  ended: Observable<unknown>,
): Observable<readonly Change<T>[]> {
  if (period === undefined) return batches$;

  const resynced$ = interval(period).pipe(
    map(() => resynced(store)),
    filter((batch) => batch.length > 0),
    takeUntil(ended),
  );
  // In this order: a source can end while it is subscribed to.
  return merge(resynced$, batches$);
}
