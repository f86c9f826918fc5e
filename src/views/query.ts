import {
  audit,
  catchError,
  concat,
  defaultIfEmpty,
  defer,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  type Observable,
  switchMap,
  take,
  tap,
  throwError,
} from 'rxjs';
import {
  aFunction,
  anObservable,
  checkArgument,
  checkOptions,
  integer,
  renamedFrom,
} from '../objects/index.ts';
import type { Informer } from '../informer/index.ts';
import { anInformer, whenSynced } from './when-synced.ts';
import { QueryResult } from './machine/query-result.ts';
import { resultInSlices, taskEnd$ } from '../scheduling/index.ts';

/**
 * The options of `query`: which objects the result contains, in which order, how many, and when the
 * result is emitted.
 */
export interface Query<T> {
  /**
   * A pure function that selects objects, called once for each evaluated state of an object. Default: all
   * objects are selected.
   */
  readonly where?: (object: T) => boolean;
  /**
   * A pure comparison function as for `Array.prototype.sort`. Objects that compare as equal stay in the order
   * of the store. Default: the order of the store.
   */
  readonly sort?: (a: T, b: T) => number;
  /** The maximum length of the result: the result contains only the first objects. Default: no limit. */
  readonly limit?: number;
  /**
   * An Observable that decides when the query emits. The query subscribes to the notifier while changes wait.
   * At the first value or the completion of the notifier, the query emits the newest result if the result has
   * changed. Default: the query emits once after each task.
   */
  readonly notifier?: Observable<unknown>;
}

/**
 * Emits the objects of a store that match a query, as an array. While the result does not change, the array
 * is the same. An object that has not changed is the same object in the next array.
 *
 * The query emits once after the informer has synced, even for an empty result, and then when `notifier`
 * emits and the result has changed. An event costs at most O(√n), and an array is created only when the query
 * emits the array. The query sorts the rows of a long list in slices of 5 ms, and lets the event loop turn
 * between slices. The query emits the result when all rows are sorted. The arrays are frozen.
 *
 * A subscription keeps the informer running. After the unsubscribe, the informer runs for its `resetDelay`
 * longer. The query errors or completes like the changes of the informer. Before the error or the completion,
 * the query emits the newest result. If `where` or `sort` throws, the error ends only this subscription.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * query(pods, {
 *   where: (pod) => pod.status?.phase === 'Pending',
 *   sort: (a, b) => a.metadata.name.localeCompare(b.metadata.name),
 *   limit: 20,
 * }).subscribe((pending) => console.table(pending.map(({ metadata }) => metadata.name)));
 * ```
 */
export function query<T>(
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  options: Query<T> = {},
): Observable<readonly T[]> {
  checkArgument('query: informer', informer, anInformer);
  checkOptions('query', options, {
    where: aFunction,
    sort: aFunction,
    limit: integer(1),
    notifier: renamedFrom('pace', anObservable),
  });
  const { where, sort, limit, notifier = taskEnd$ } = options;
  const { store } = informer;

  // A query of all objects returns the array of `store.list()`. The store caches this array, unless the store
  // decodes objects at each read.
  const isStoreList = (where ?? sort ?? limit) === undefined && store.decodes !== true;

  return defer(() => {
    const queryResult = isStoreList ? undefined : new QueryResult<T>({ where, sort, limit });
    let end$: Observable<never> = EMPTY;
    const batches$ = store.batches$.pipe(
      catchError((error: unknown) => {
        end$ = throwError(() => error);
        return EMPTY;
      }),
      tap((batch) => queryResult?.apply(batch)),
    );
    const settled$ = resultInSlices(function* () {
      if (queryResult !== undefined) yield* queryResult.settle();
    });
    const result$ = whenSynced(informer, batches$).pipe(
      audit(() =>
        from(notifier).pipe(
          take(1),
          defaultIfEmpty(undefined),
          switchMap(() => settled$),
        ),
      ),
      map(() => queryResult?.read() ?? store.list()),
      distinctUntilChanged(),
    );
    return concat(
      result$,
      defer(() => end$),
    );
  });
}
