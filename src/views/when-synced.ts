import { defer, endWith, filter, merge, type Observable, ReplaySubject, take, takeUntil, tap } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { anObservable, type Rule } from '../objects/index.ts';

/**
 * Emits when the content of a synced store may have changed: after the first complete list, with each batch,
 * and at the completion of the batches. An empty first list has no batch, but the Observable also emits for
 * an empty list.
 *
 * @param batches$ - the batches of the store, with operators that run before the signal
 */
export function whenSynced<T>(
  { store, status$ }: Pick<Informer<T>, 'store' | 'status$'>,
  batches$: Observable<unknown>,
): Observable<unknown> {
  return defer(() => {
    // `ended` replays its value, because a synchronous source can end before the subscription to its status.
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

/** The rule for the part of an informer that a view needs: its store and its status. */
export const anInformer: Rule = {
  allowed: 'an informer',
  test: (given) => {
    const { store, status$ } = (given ?? {}) as { store?: { batches$?: unknown } | null; status$?: unknown };
    return anObservable.test(store?.batches$) && anObservable.test(status$);
  },
};
