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
  /** A pure function, called once for each state of an object that is evaluated. Default: all objects. */
  readonly where?: (object: T) => boolean;
  /** A pure function, as for `Array.prototype.sort`; equal objects stay in the store's order. Default: the store's order. */
  readonly sort?: (a: T, b: T) => number;
  /** The length of the result: only the first objects. Default: all. */
  readonly limit?: number;
  /**
   * Subscribed to while changes wait. Its first value, or its completion, emits the newest result, if that has changed. Default: once
   * after each task.
   */
  readonly notifier?: Observable<unknown>;
}

/**
 * Emits the objects of a store that match a query, as an array: the same array while the result does not change, and the same
 * objects in the next one.
 *
 * Emits once after the informer has synced, also for an empty result, and then whenever `notifier` emits and the result has changed.
 * An event costs at most O(√n); an array is made only when it is emitted. The rows of a long list are sorted in slices of 5 ms;
 * between slices the event loop turns, and the result is emitted once all rows are sorted. Arrays are frozen.
 *
 * A subscription keeps the informer running, and for its `resetDelay` longer. It errors and completes as the changes of the informer
 * do, after the newest result. An error that `where` or `sort` throws ends only this subscription.
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
