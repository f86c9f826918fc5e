import { catchError, defer, EMPTY, ignoreElements, mergeMap, type Observable, of, throwError } from 'rxjs';
import type { ResourceClient } from '../client/index.ts';
import {
  aFunction,
  anObject,
  checkArgument,
  type KubeObject,
  type ObjectKey,
  type Rule,
  StatusError,
} from '../objects/index.ts';
import type { IndexedStore } from '../store/index.ts';
import { requeueAfterOf, resultOf } from './reconcile-run.ts';
import type { Reconcile, ReconcileReturn } from './reconcile-types.ts';

/** The two functions of a controller with a finalizer. */
export interface FinalizerPhases {
  /** Called for an object that is not being deleted, after the object has the finalizer. */
  readonly apply: Reconcile;
  /**
   * Called for an object that is being deleted. After a success the finalizer is removed, and the server deletes the object. If
   * the result has a `requeueAfter`, the finalizer stays, and `cleanup` runs again after that time.
   */
  readonly cleanup: Reconcile;
}

/**
 * Creates a reconcile function that cleans up before the server deletes an object. If `apply` was ever called, the object does
 * not go away before `cleanup` has succeeded.
 *
 * The finalizer is added before the first `apply` and removed after `cleanup`, each by a write that the server accepts only for
 * the state that was read. An object that does not exist, or that is being deleted without the finalizer, needs nothing.
 *
 * Do not place `generationChanged` in front of `toRequests`: the first `deletionTimestamp` passes, but a finalizer that another program
 * removes does not change the generation.
 *
 * @param finalizer - a name with a domain, such as `example.com/website`
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const reconcile = withFinalizer('example.com/copy', pods, resourceClient(transport, core.v1.pods), {
 *   apply: ({ key }) => console.log('copy', key),
 *   cleanup: ({ key }) => console.log('delete the copies of', key),
 * });
 * ```
 */
export function withFinalizer<T extends KubeObject>(
  finalizer: string,
  informer: { readonly store: Pick<IndexedStore<T>, 'get'> },
  client: Pick<ResourceClient<T>, 'edit'>,
  phases: FinalizerPhases,
): Reconcile {
  checkArgument('withFinalizer: finalizer', finalizer, aFinalizer);
  checkArgument('withFinalizer: informer', informer, hasStore);
  checkArgument('withFinalizer: client', client, aClient);
  checkArgument('withFinalizer: phases', phases, anObject);
  const { apply, cleanup } = phases;
  checkArgument('withFinalizer: apply', apply, aFunction);
  checkArgument('withFinalizer: cleanup', cleanup, aFunction);
  const has = ({ metadata }: KubeObject): boolean => metadata.finalizers?.includes(finalizer) === true;

  const add = (key: ObjectKey): Observable<T> =>
    client.edit(
      key,
      ({ metadata }) => {
        // The server refuses a new finalizer of an object that is being deleted.
        if (metadata.deletionTimestamp === undefined && metadata.finalizers?.includes(finalizer) !== true)
          metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
      },
      { from: informer },
    );
  const remove = (key: ObjectKey, uid: string): Observable<never> =>
    client
      .edit(
        key,
        ({ metadata }) => {
          // An object with another uid is a new object with the same name. `cleanup` has not run for the new object, so
          // its finalizer stays.
          if (metadata.uid !== uid || metadata.deletionTimestamp === undefined) return;
          metadata.finalizers = (metadata.finalizers ?? []).filter((one) => one !== finalizer);
        },
        { from: informer },
      )
      .pipe(ignoreElements(), unlessGone());

  return (context) =>
    defer((): Observable<ReconcileReturn> => {
      const { key, cluster } = context;
      const object = informer.store.get(key, cluster);
      if (object === undefined) return EMPTY;
      if (object.metadata.deletionTimestamp !== undefined) {
        if (!has(object)) return EMPTY;
        return resultOf(cleanup, context).pipe(
          mergeMap((result) =>
            requeueAfterOf(result) === undefined ? remove(key, object.metadata.uid) : of(result),
          ),
        );
      }
      if (has(object)) return resultOf(apply, context);
      return add(key).pipe(
        unlessGone(),
        mergeMap((changed) =>
          has(changed) && changed.metadata.deletionTimestamp === undefined ? resultOf(apply, context) : EMPTY,
        ),
      );
    });
}

/** Ends without an error if the object does not exist anymore. */
const unlessGone = <V>() =>
  catchError<V, Observable<V>>((error: unknown) =>
    error instanceof StatusError && error.code === 404 ? EMPTY : throwError(() => error),
  );

/** The rule for an informer of which only the store is read. */
export const hasStore: Rule = {
  allowed: 'an informer, or another object with a store',
  test: (given) => aFunction.test((given as { store?: { get?: unknown } } | null | undefined)?.store?.get),
};

/** The check of an argument that must be a resource client. */
export const aClient: Rule = {
  allowed: 'a result of resourceClient()',
  test: (given) => aFunction.test((given as { edit?: unknown } | null | undefined)?.edit),
};

const aFinalizer: Rule = {
  allowed: "a name with a domain, such as 'example.com/website'",
  test: (given) =>
    typeof given === 'string' &&
    /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(given),
};
