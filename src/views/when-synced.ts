import { defer, endWith, filter, merge, type Observable, ReplaySubject, take, takeUntil, tap } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { anObservable, type Rule } from '../objects/index.ts';

/**
 * Emits when a view has to read the store again. The first emission comes with the first complete list of the
 * informer, even if the list is empty. Later emissions come with each batch of changes, and with the
 * completion of the batches.
 *
 * @param batches$ - the `batches$` of the store. The caller can add operators that process each batch first
 */
export function whenSynced<T>(
  { store, status$ }: Pick<Informer<T>, 'store' | 'status$'>,
  batches$: Observable<unknown>,
): Observable<unknown> {
  return defer(() => {
    // `ended` is a ReplaySubject, because a synchronous source can end before the code subscribes to `ended`.
    const ended = new ReplaySubject<void>(1);
    const synced$ = status$.pipe(
      filter(({ hasSynced }) => hasSynced),
      take(1),
      takeUntil(ended),
    );
    return merge(batches$.pipe(tap({ complete: () => ended.next() }), endWith(undefined)), synced$).pipe(
      filter(() => store.hasSynced),
    );
  });
}

/** Checks the argument of a view: an informer, or an object with the store and the status of an informer. */
export const anInformer: Rule = {
  allowed: 'an informer',
  test: (given) => {
    const { store, status$ } = (given ?? {}) as { store?: { batches$?: unknown } | null; status$?: unknown };
    return anObservable.test(store?.batches$) && anObservable.test(status$);
  },
};
