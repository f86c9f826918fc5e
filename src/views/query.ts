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
import { LiveRows } from './machine/live-rows.ts';
import { resultInSlices, taskEnd$ } from '../scheduling/index.ts';

/** What to show, in what order, how much of it, and how often at most. */
export interface Query<T> {
  /** Pure; asked once for each state of an object that is let through. Default: all of them. */
  readonly where?: (object: T) => boolean;
  /** Pure, as for `Array.prototype.sort`; equals stay in the store's order. Default: the store's order. */
  readonly sort?: (a: T, b: T) => number;
  /** At most so many, the first ones. Default: all. */
  readonly limit?: number;
  /**
   * Subscribed while something waits; its first value, or its completion, lets the newest result through, if it
   * changed. Default: once after each task.
   */
  readonly notifier?: Observable<unknown>;
}

/**
 * A list that keeps itself true: the same array while nothing in it changed, the same objects in the next one.
 *
 * Emits once after the informer has synced, also when there is nothing, and then in batches: when `notifier` emits, however many
 * events came. An event costs O(√n) at most, whatever the order; an array is made when it is let through. What a long
 * list brings is sorted in slices of 5 ms, with the event loop free in between, and let through when all of it is.
 * Arrays are frozen. Keeps the informer running, and for its `resetDelay` longer; errors and completes as its changes do, after the newest result. What `where` or
 * `sort` throws ends this subscription, as an error.
 *
 * @throws OptionsError when an argument is not what it may be
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

  // All of it is what the store lists, and keeps, anyway; where it does not keep it, each list would be made anew.
  const isListed = (where ?? sort ?? limit) === undefined && store.decodes !== true;

  return defer(() => {
    const rows = isListed ? undefined : new LiveRows<T>({ where, sort, limit });
    let end$: Observable<never> = EMPTY;
    const batches$ = store.batches$.pipe(
      catchError((error: unknown) => {
        end$ = throwError(() => error);
        return EMPTY;
      }),
      tap((batch) => rows?.apply(batch)),
    );
    const settled$ = resultInSlices(function* () {
      if (rows !== undefined) yield* rows.settle();
    });
    const result$ = whenSynced(informer, batches$).pipe(
      audit(() =>
        from(notifier).pipe(
          take(1),
          defaultIfEmpty(undefined),
          switchMap(() => settled$),
        ),
      ),
      map(() => rows?.read() ?? store.list()),
      distinctUntilChanged(),
    );
    return concat(
      result$,
      defer(() => end$),
    );
  });
}
