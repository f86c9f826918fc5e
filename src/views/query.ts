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

/** Which objects to show, in which order, how many, and when. */
export interface Query<T> {
  /** A pure function that selects objects, called once per evaluated state of an object. Default: all objects are selected. */
  readonly where?: (object: T) => boolean;
  /**
   * A pure comparison function as for `Array.prototype.sort`. Equal objects stay in the store's order. Default: the store's order.
   */
  readonly sort?: (a: T, b: T) => number;
  /** The maximum length of the result: only the first objects are emitted. Default: no limit. */
  readonly limit?: number;
  /**
   * Subscribed to while changes wait. The first value, or the completion, emits the newest result if the result has changed.
   * Default: emits once after each task.
   */
  readonly notifier?: Observable<unknown>;
}

/**
 * Emits the objects of a store that match a query, as an array. The array is the same while the result does not change, and an
 * unchanged object is the same object in the next array.
 *
 * Emits once after the informer has synced, even for an empty result, and then when `notifier` emits and the result has changed. An
 * event costs at most O(√n); an array is created only when it is emitted. The rows of a long list are sorted in slices of 5 ms;
 * between slices the event loop turns, and the result is emitted once all rows are sorted. Arrays are frozen.
 *
 * A subscription keeps the informer running, and for its `resetDelay` longer. The query fails and completes like the changes of the
 * informer, after the newest result. If `where` or `sort` throws, the error ends only this subscription.
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

  // A query of all objects is `store.list()`, which the store caches unless it decodes objects at each read.
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
