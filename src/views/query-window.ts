import { defer, filter, from, type Observable, of, tap } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import {
  aFunction,
  anObject,
  anObservable,
  aString,
  checkArgument,
  checkOptions,
  integer,
  type Rule,
} from '../objects/index.ts';
import { taskEnd$ } from '../scheduling/index.ts';
import { anIndexSelection, anInformer, liveResult, membersOf } from './live-result.ts';
import { QueryResult } from './machine/query-result.ts';
import { type QueryWindow, type RowRange, RowWindow } from './machine/row-window.ts';
import type { Query } from './query.ts';

/** The options of `queryWindow`: which objects the result contains, in which order, and which rows are shown. */
export interface WindowQuery<T, Index extends string = string> extends Omit<Query<T, Index>, 'limit'> {
  /**
   * The range of the rows, for example `{ from: 0, to: 50 }`, or an Observable of ranges, for example of the
   * scroll position. The view emits nothing before the Observable has emitted a range. After the Observable
   * has completed, the last range stays. An error of the Observable ends the subscription.
   */
  readonly window: RowRange | Observable<RowRange>;
}

/**
 * Emits the rows of a window over the objects of a store that match a query, with the total number of matching
 * objects, and the patches from the previous rows. So a table of 50,000 rows renders only its visible rows.
 *
 * The view emits once after the informer has synced, even for an empty result, and then when `notifier` emits
 * and the rows, the total or `from` have changed. A change outside the window that does not move the rows of
 * the window does not emit, unless the total changes. A subscription keeps all matching objects sorted. An
 * event costs at most O(√n), as for `query`. Patches are relative to the previous emission of the same
 * subscription, also after a move of the window. A patch `update` replaces an object by its new state. For an
 * object that changes its place, or that a new object with the same name replaces (a new uid), the patches are
 * `remove` and `insert`.
 *
 * A subscription keeps the informer running, and ends like the changes of the informer. Before the end, the
 * view emits the newest rows. If `where` or `sort` throws, the error ends only this subscription.
 *
 * @throws OptionsError for an argument that is not allowed, and for an index that the store does not have. If
 * the Observable `window` emits a value that is not allowed, the subscription ends with an OptionsError
 *
 * @example
 * ```ts
 * const byName = (a: Pod, b: Pod) => a.metadata.name.localeCompare(b.metadata.name);
 * queryWindow(pods, { sort: byName, window: { from: 0, to: 50 } }).subscribe(({ rows, total }) =>
 *   console.log(`${rows.length} of ${total}`),
 * );
 * ```
 */
export function queryWindow<T, Index extends string = string>(
  informer: Pick<Informer<T, Index>, 'store' | 'status$'>,
  options: WindowQuery<T, NoInfer<Index>>,
): Observable<QueryWindow<T>> {
  checkArgument('queryWindow: informer', informer, anInformer);
  checkOptions('queryWindow', options, {
    index: anIndexSelection,
    cluster: aString,
    where: aFunction,
    sort: aFunction,
    notifier: anObservable,
    window: aRangeOrObservable,
  });
  checkArgument(
    'queryWindow: window',
    (options as Partial<typeof options> | undefined)?.window,
    aRangeOrObservable,
  );
  const { index, cluster, where, sort, notifier = taskEnd$, window } = options;
  const { batches$, isMember } = membersOf('queryWindow', informer.store, { index, cluster });
  const range$ = isRange(window) ? of(window) : from(window);

  return defer(() => {
    const result = new QueryResult<T>({ isMember, where, sort });
    const rows = new RowWindow(result);
    const requests$ = range$.pipe(
      tap((range) => {
        checkArgument('queryWindow: window', range, aRange);
        rows.move(range);
      }),
    );
    return liveResult(informer, { batches$, result, read: () => rows.read(), requests$, notifier }).pipe(
      filter((read) => read !== undefined),
    );
  });
}

const isRange = (given: RowRange | Observable<RowRange>): given is RowRange => aRange.test(given);

const aRange: Rule = {
  allowed: '{ from, to }: two whole numbers, 0 <= from <= to',
  test: (given) => {
    if (!anObject.test(given)) return false;
    const { from: first, to } = given as Partial<RowRange>;
    return integer(0).test(first) && integer(first ?? 0).test(to);
  },
};

const aRangeOrObservable: Rule = {
  allowed: '{ from, to }: two whole numbers, 0 <= from <= to, or an Observable of such ranges',
  test: (given) => aRange.test(given) || anObservable.test(given),
};
