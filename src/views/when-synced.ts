import { defer, endWith, filter, merge, type Observable, ReplaySubject, take, takeUntil, tap } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { anObservable, type Rule } from '../objects/index.ts';

/**
 * Signals, once the store has held a whole list, that something may have changed: first for that list, which tells of
 * nothing when it is empty; with each batch; and a last time when they end.
 *
 * @param batches$ - the store's, with whatever is done to them before the signal
 */
export function whenSynced<T>(
  { store, status$ }: Pick<Informer<T>, 'store' | 'status$'>,
  batches$: Observable<unknown>,
): Observable<unknown> {
  return defer(() => {
    // A source that emits at once may have ended before its status is listened to.
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

/** An informer, as far as a view needs it: its batches, its content, and its status. */
export const anInformer: Rule = {
  allowed: 'an informer',
  test: (given) => {
    const { store, status$ } = (given ?? {}) as { store?: { batches$?: unknown } | null; status$?: unknown };
    return anObservable.test(store?.batches$) && anObservable.test(status$);
  },
};
