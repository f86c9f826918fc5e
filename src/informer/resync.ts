import {
  defer,
  filter,
  finalize,
  interval,
  map,
  merge,
  type Observable,
  ReplaySubject,
  takeUntil,
} from 'rxjs';
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
): Observable<readonly Change<T>[]> {
  if (period === undefined) return batches$;

  return defer(() => {
    const ended = new ReplaySubject<void>(1); // a source can end while it is subscribed to
    const resynced$ = interval(period).pipe(
      map(() => resynced(store)),
      filter((batch) => batch.length > 0),
      takeUntil(ended),
    );
    return merge(batches$.pipe(finalize(() => ended.next())), resynced$);
  });
}
