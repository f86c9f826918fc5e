import { defer, distinctUntilChanged, filter, map, type Observable } from 'rxjs';
import {
  aString,
  checkArgument,
  checkOptions,
  type ObjectKey,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import { type Change, type IndexedStore, splitIdentity } from '../store/index.ts';
import type { Informer } from '../informer/index.ts';
import { anInformer, whenSynced } from './live-result.ts';

/**
 * Emits the states of one object, and `undefined` while the object does not exist.
 *
 * The Observable emits the first value when the informer has synced. The Observable emits each later value
 * synchronously when the store changes. So a subscriber should be quick, or use an operator such as
 * `observeOn`. If a new object with the same name (a new uid) replaces the object in one batch, no
 * `undefined` is emitted in between. A subscription keeps the informer running. After the unsubscribe, the
 * informer runs for its `resetDelay` longer. The Observable errors or completes like the changes of the
 * informer.
 *
 * @param key - `namespace/name`, or `name` of a cluster-scoped object
 * @param options - `cluster`: the cluster of the object; only for an `informerSet` with the option `cluster`, and there
 * required
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * select(pods, 'shop/web-0').subscribe((pod) => console.log(pod?.status?.phase ?? 'not there'));
 * ```
 */
export function select<T>(
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  key: ObjectKey,
  options: { readonly cluster?: string } = {},
): Observable<T | undefined> {
  checkArgument('select: informer', informer, anInformer);
  checkArgument('select: key', key, aKey);
  checkOptions('select', options, { cluster: aString });
  const { store } = informer;
  const { cluster } = options;
  return defer(() => {
    // The code does not read the store at each batch. Each read of a store with `compact()` parses the
    // object, and returns a new object.
    let isRead = false;
    const ofKey$ =
      store.changesOf?.(key, cluster) ??
      store.batches$.pipe(filter((batch) => hasChangeOf(batch, key, cluster)));
    return whenSynced(informer, ofKey$, () => (isRead = false)).pipe(
      filter(() => !isRead),
      map(() => {
        isRead = true;
        const object = store.get(key, cluster);
        if (object === undefined && cluster === undefined) checkHasNoClusters(store);
        if (object === undefined && !key.includes('/')) checkHasNoNamespaces(store, key);
        return object;
      }),
      distinctUntilChanged(),
    );
  });
}

/** A store that is not of this library has no `changesOf`. Then each `select` reads each batch. */
const hasChangeOf = (batch: readonly Change<unknown>[], key: ObjectKey, cluster?: string): boolean =>
  batch.some((change) => change.key === key && change.cluster === cluster && change.cause !== 'resync');

const aKey: Rule = {
  allowed: '`namespace/name`, or `name` of a cluster-scoped object',
  test: (given) => aString.test(given) && /^[^/]+(\/[^/]+)?$/.test(given as string),
};

/** Throws an OptionsError if the objects of the store have clusters, because then no object has a key alone. */
function checkHasNoClusters(store: Pick<IndexedStore<unknown>, 'listIdentities'>): void {
  const [identity = ''] = store.listIdentities?.() ?? [];
  const { cluster } = splitIdentity(identity);
  if (cluster !== undefined)
    throw new OptionsError('select: cluster', undefined, `the name of a cluster, as in "${cluster}"`);
}

/**
 * Throws an OptionsError for a key without a namespace if the objects of the store have namespaces. In a
 * collection, either all objects have a namespace, or no object has a namespace.
 */
function checkHasNoNamespaces(store: Pick<IndexedStore<unknown>, 'listKeys'>, key: ObjectKey): void {
  const other = store.listKeys().find((one) => one.includes('/'));
  if (other !== undefined) throw new OptionsError('select: key', key, `\`namespace/name\`, as in "${other}"`);
}
