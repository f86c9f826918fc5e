import { defer, filter, type Observable, take, tap, throwError, throwIfEmpty, timeout } from 'rxjs';
import {
  aFunction,
  aString,
  checkArgument,
  checkOptions,
  KubeError,
  milliseconds,
  type KubeObject,
  type ObjectKey,
} from '../objects/index.ts';
import type { Informer } from '../informer/index.ts';
import { select } from '../views/index.ts';

/**
 * Emits the object once it fulfils the predicate, and completes. If the object does not exist yet, the Observable waits
 * for it.
 *
 * Fails with a `KubeError` of class `notFound` if the object is deleted first, and of class `transient` after `timeout` ms or if the
 * informer completes first. A subscription keeps the informer running.
 *
 * @param key - `namespace/name`, or `name` of a cluster-scoped object
 * @param options - `timeout` in ms; default: no limit. `cluster`: the cluster of the object, as for `select`
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const ready$ = waitFor(pods, 'shop/web-0', (pod) => isConditionTrue(pod, 'Ready'), { timeout: 60_000 });
 * ```
 */
export function waitFor<T extends KubeObject>(
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  key: ObjectKey,
  predicate: (object: T) => boolean,
  options: { readonly timeout?: number; readonly cluster?: string } = {},
): Observable<T> {
  checkArgument('waitFor: predicate', predicate, aFunction);
  checkOptions('waitFor', options, { timeout: milliseconds(0), cluster: aString });
  const { timeout: ms, ...ofObject } = options;
  const object$ = select(informer, key, ofObject);

  return defer(() => {
    let exists = false;
    const fulfilled$ = object$.pipe(
      tap((object) => {
        if (object === undefined && exists) throw deleted(key);
        exists = object !== undefined;
      }),
      filter((object): object is T => object !== undefined && predicate(object)),
      take(1),
      throwIfEmpty(
        () => new KubeError('transient', `${key}: the informer completed before the predicate held`),
      ),
    );
    if (ms === undefined) return fulfilled$;
    return fulfilled$.pipe(timeout({ first: ms, with: () => throwError(() => late(key, ms, exists)) }));
  });
}

const deleted = (key: ObjectKey): KubeError =>
  new KubeError('notFound', `${key}: the object was deleted before the predicate held`);

const late = (key: ObjectKey, ms: number, exists: boolean): KubeError =>
  new KubeError(
    'transient',
    `${key}: ${exists ? 'the predicate did not hold' : 'the object did not exist'} within ${ms} ms`,
    { advice: 'raise `timeout`, or look at the status of the object and of the informer' },
  );
