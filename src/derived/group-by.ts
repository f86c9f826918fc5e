import { defer, type Observable } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { aFunction, anObject, anObservable, checkArgument, checkOptions } from '../objects/index.ts';
import { taskEnd$ } from '../scheduling/index.ts';
import { anInformer, liveResult } from '../views/index.ts';
import { type GroupFold, GroupSums, type GroupsOf } from './machine/group-sums.ts';

/** The options of `groupBy` and `groupCount`. */
export interface GroupOptions {
  /**
   * An Observable that decides when the view emits, as in `query`. Default: the view emits once after each task.
   */
  readonly notifier?: Observable<unknown>;
}

/**
 * Emits a sum for each group of the objects of an informer, for example the requested memory of each node. A change
 * updates only the groups of its object. A group without objects is absent.
 *
 * The view emits once after the informer has synced, and then when `notifier` emits and a sum has changed. Each emission
 * makes a new map, in which only the changed sums are new. The groups of a long list are counted in slices of 5 ms. A
 * subscription keeps the informer running. The view errors or completes like the changes of the informer. If a function
 * throws, the error ends only this subscription.
 *
 * @param by - returns the group of an object, `undefined` for no group, or several groups. Must be pure
 * @param fold - how a sum is made: `of` is the sum of an empty group, `add` adds an object, and `remove` removes an object
 * that was added before
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const restarts$ = groupBy(pods, (pod) => pod.spec?.nodeName, {
 *   of: 0,
 *   add: (sum, pod) => sum + (pod.status?.containerStatuses?.[0]?.restartCount ?? 0),
 *   remove: (sum, pod) => sum - (pod.status?.containerStatuses?.[0]?.restartCount ?? 0),
 * });
 * restarts$.subscribe((restarts) => console.table(Object.fromEntries(restarts)));
 * ```
 */
export function groupBy<T, Key extends string, Sum>(
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  by: GroupsOf<T, Key>,
  fold: GroupFold<T, Sum>,
  options: GroupOptions = {},
): Observable<ReadonlyMap<Key, Sum>> {
  checkArguments('groupBy', informer, by, options);
  checkArgument('groupBy: fold', fold, anObject);
  checkArgument('groupBy: fold.add', fold.add, aFunction);
  checkArgument('groupBy: fold.remove', fold.remove, aFunction);
  return groups(informer, by, fold, options);
}

/**
 * Emits the number of objects in each group of an informer, for example the number of pods of each node. It is `groupBy`
 * with a sum of 1 for each object.
 *
 * @param by - returns the group of an object, `undefined` for no group, or several groups. Must be pure
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * groupCount(pods, (pod) => pod.status?.phase).subscribe((count) => console.log(count.get('Pending') ?? 0));
 * ```
 */
export function groupCount<T, Key extends string>(
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  by: GroupsOf<T, Key>,
  options: GroupOptions = {},
): Observable<ReadonlyMap<Key, number>> {
  checkArguments('groupCount', informer, by, options);
  return groups(
    informer,
    by,
    { of: 0, add: (sum: number) => sum + 1, remove: (sum: number) => sum - 1 },
    options,
  );
}

function checkArguments(of: string, informer: unknown, by: unknown, options: GroupOptions): void {
  checkArgument(`${of}: informer`, informer, anInformer);
  checkArgument(`${of}: by`, by, aFunction);
  checkOptions(of, options, { notifier: anObservable });
}

function groups<T, Key extends string, Sum>(
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  by: GroupsOf<T, Key>,
  fold: GroupFold<T, Sum>,
  { notifier = taskEnd$ }: GroupOptions,
): Observable<ReadonlyMap<Key, Sum>> {
  return defer(() => {
    const sums = new GroupSums<T, Key, Sum>(by, fold);
    const { batches$ } = informer.store;
    return liveResult(informer, { batches$, result: sums, read: () => sums.read(), notifier });
  });
}
