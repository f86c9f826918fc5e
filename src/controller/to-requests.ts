import { concatMap, mergeMap, type OperatorFunction } from 'rxjs';
import {
  aBoolean,
  aFunction,
  anObject,
  aString,
  checkArgument,
  checkOptions,
  HandlerError,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type Resource,
  type Rule,
} from '../objects/index.ts';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';
import { type Change, type IndexedStore, splitIdentity } from '../store/index.ts';
import type { ReconcileRequest } from './reconcile-types.ts';

/** The options of {@link toRequests}. */
export interface ToRequestsOptions {
  /** The cause of the requests, for logs. Default: the cause of the change, such as 'watch'. */
  readonly cause?: string;
  /**
   * Called with the error that `map` throws. The change then makes no request. Default: RxJS reports the error as unhandled,
   * which ends a Node process.
   */
  readonly onError?: (error: HandlerError) => void;
}

/**
 * Maps each change to requests for reconcile runs: for the object itself, or for the keys that `map` returns. For an update
 * the operator calls `map` with the old and with the new object, so that both owners run if an object moves from one to the
 * other. Objects of the initial list, replayed objects and resyncs make requests of low priority. A change with a `cluster`
 * makes requests for this cluster.
 *
 * @param mapToKeys - returns the keys of an object, for example its owner, or one key; default: the key of the object
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const requests$ = merge(
 *   deployments.changes().pipe(toRequests()),
 *   pods.changes().pipe(toRequests(controllerOf(apps.v1.deployments), { cause: 'pod' })),
 * );
 * ```
 */
export function toRequests<T extends KubeObject>(
  mapToKeys: (object: T) => Iterable<ObjectKey> = ownKey,
  options: ToRequestsOptions = {},
): OperatorFunction<Change<T>, ReconcileRequest> {
  checkArgument('toRequests: mapToKeys', mapToKeys, aFunction);
  checkOptions('toRequests', options, { cause: aString, onError: aFunction });
  const { onError = reportUnhandledError } = options;

  const keysOf = (change: Change<T>): Iterable<ObjectKey> => {
    try {
      const keys = keysIn(mapToKeys(change.object));
      if (change.type !== 'updated' || change.old === change.object) return keys;
      return new Set([...keysIn(mapToKeys(change.old)), ...keys]);
    } catch (error) {
      runGuarded(() => onError(new HandlerError('map of toRequests', change.key, error)));
      return [];
    }
  };
  return mergeMap((change) => {
    const cause = options.cause ?? change.cause;
    const isRepeat = !news.includes(change.cause);
    const { cluster } = change;
    return Array.from(keysOf(change), (key): ReconcileRequest => {
      const request = isRepeat ? ({ key, cause, priority: 'low', isRepeat } as const) : { key, cause };
      return cluster === undefined ? request : { ...request, cluster };
    });
  });
}

/** The causes of changes that are news. The other causes repeat a state, or list it for the first time. */
const news: readonly Change<unknown>['cause'][] = ['watch', 'relist', 'scope'];

const ownKey = (object: KubeObject): Iterable<ObjectKey> => [keyOf(object)];

/** A string is also an iterable, of its characters. */
const keysIn = (keys: Iterable<ObjectKey> | ObjectKey): readonly ObjectKey[] =>
  typeof keys === 'string' ? [keys] : [...keys];

/**
 * Creates a function that returns the key of the controlling owner of an object, if the owner has the given group and kind.
 * The version of the owner reference does not count. The result is an argument for {@link toRequests}.
 *
 * @param owner - a resource constant, or `{ group, kind }`; with `namespaced: false` the owner has no namespace
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const requests$ = pods.changes().pipe(toRequests(controllerOf(apps.v1.replicasets)));
 * ```
 */
export function controllerOf(
  owner: Pick<Resource, 'group' | 'kind'> & { readonly namespaced?: boolean },
): (object: KubeObject) => Iterable<ObjectKey> {
  checkArgument('controllerOf: owner', owner, anObject);
  const { group, kind, namespaced = true } = owner;
  checkArgument('controllerOf: group', group, aString);
  checkArgument('controllerOf: kind', kind, aString);
  checkArgument('controllerOf: namespaced', namespaced, aBoolean);
  return ({ metadata: { namespace, ownerReferences = [] } }) =>
    ownerReferences
      .filter((reference) => reference.controller === true)
      .filter((reference) => reference.kind === kind && groupOf(reference.apiVersion) === group)
      .map(({ name }) => (namespaced && namespace !== undefined ? `${namespace}/${name}` : name));
}

/** Returns the group of an apiVersion. `v1` is the core group, whose name is empty. */
const groupOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';

/**
 * Requests a run for each object of the informer whenever the source emits: after a change of the configuration, or when an
 * optional input has come. The requests have low priority, but they end the wait for a retry.
 *
 * @param options - `cause`: the cause of the requests; default: 'all'
 * @throws OptionsError for an option that is not allowed
 *
 * @example
 * ```ts
 * const hourly$ = interval(3_600_000).pipe(requestsForAll(pods, { cause: 'hourly' }));
 * const requests$ = merge(pods.changes().pipe(toRequests()), hourly$);
 * ```
 */
export function requestsForAll(
  informer: { readonly store: Pick<IndexedStore<unknown>, 'listKeys'> },
  options: { readonly cause?: string } = {},
): OperatorFunction<unknown, ReconcileRequest> {
  checkArgument('requestsForAll: informer', informer, aListing);
  checkOptions('requestsForAll', options, { cause: aString });
  const { cause = 'all' } = options;
  const store: Pick<IndexedStore<unknown>, 'listKeys'> &
    Pick<Partial<IndexedStore<unknown>>, 'listIdentities'> = informer.store;
  return concatMap(() =>
    (store.listIdentities?.() ?? store.listKeys()).map(
      (identity) => ({ ...splitIdentity(identity), cause, priority: 'low' }) as const,
    ),
  );
}

const aListing: Rule = {
  allowed: 'an informer',
  test: (given) =>
    aFunction.test((given as { store?: { listKeys?: unknown } } | null | undefined)?.store?.listKeys),
};
