import { defer, type Observable } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import {
  aFunction,
  anObservable,
  aString,
  checkArgument,
  checkOptions,
  integer,
  renamedFrom,
} from '../objects/index.ts';
import { taskEnd$ } from '../scheduling/index.ts';
import { anIndexSelection, anInformer, liveResult, membersOf } from './live-result.ts';
import { QueryResult } from './machine/query-result.ts';

/**
 * The options of `query`: which objects the result contains, in which order, how many, and when the
 * result is emitted.
 */
export interface Query<T, Index extends string = string> {
  /**
   * An index value: the result contains only objects with this value. At the subscription the query reads
   * only the objects with the value, and not the whole store. Use an index if the store contains many other
   * objects. Default: all objects of the store.
   */
  readonly index?: { readonly name: Index; readonly value: string };
  /**
   * The name of a cluster: the result contains only objects of this cluster. Only for an `informerSet` with the option
   * `cluster`. Default: the objects of all clusters.
   */
  readonly cluster?: string;
  /**
   * A pure function that selects objects, called once for each evaluated state of an object. Default: all
   * objects are selected.
   */
  readonly where?: (object: T) => boolean;
  /**
   * A pure comparison function as for `Array.prototype.sort`. Objects that compare as equal stay in the order
   * of the store. Default: the order of the store: an object that becomes part of the store is the last
   * object, and an update does not move an object. With `index` the order is the order in which the objects
   * got the index value, as in `store.byIndex` at the subscription.
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
 * @throws OptionsError for an argument that is not allowed, and for an index that the store does not have
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
export function query<T, Index extends string = string>(
  informer: Pick<Informer<T, Index>, 'store' | 'status$'>,
  options: Query<T, NoInfer<Index>> = {},
): Observable<readonly T[]> {
  checkArgument('query: informer', informer, anInformer);
  checkOptions('query', options, {
    index: anIndexSelection,
    cluster: aString,
    where: aFunction,
    sort: aFunction,
    limit: integer(1),
    notifier: renamedFrom('pace', anObservable),
  });
  const { index, cluster, where, sort, limit, notifier = taskEnd$ } = options;
  const { store } = informer;
  const { batches$, isMember } = membersOf('query', store, { index, cluster });

  // A query of all objects returns the array of `store.list()`. The store caches this array, unless the store
  // decodes objects at each read.
  const isStoreList = (index ?? cluster ?? where ?? sort ?? limit) === undefined && store.decodes !== true;

  return defer(() => {
    if (isStoreList) return liveResult(informer, { batches$, read: () => store.list(), notifier });
    const result = new QueryResult<T>({ isMember, where, sort, limit });
    return liveResult(informer, { batches$, result, read: () => result.read(), notifier });
  });
}
