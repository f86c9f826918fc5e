import { defer, distinctUntilChanged, filter, map, type Observable, tap } from 'rxjs';
import { aString, checkArgument, type ObjectKey, OptionsError, type Rule } from '../objects/index.ts';
import type { IndexedStore } from '../store/index.ts';
import type { Informer } from '../informer/index.ts';
import { anInformer, whenSynced } from './when-synced.ts';

/**
 * Emits the states of one object; `undefined` while the object does not exist.
 *
 * The first value comes once the informer has synced. Later values come synchronously with the store's change, so a subscriber
 * should be quick, or use an operator such as `observeOn`. When an object is replaced by another one with its name (a new uid) in
 * one step, no `undefined` is emitted in between. A subscription keeps the informer running, and for its `resetDelay` longer. It
 * errors and completes as the changes of the informer do.
 *
 * @param key - `namespace/name`, or `name` of a cluster-scoped object
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
): Observable<T | undefined> {
  checkArgument('select: informer', informer, anInformer);
  checkArgument('select: key', key, aKey);
  const { store } = informer;
  return defer(() => {
    // Does not read at each batch, because each read of a compact store parses, and returns another object.
    let isRead = false;
    const ofKey$ = store.batches$.pipe(
      filter((changes) => changes.some((change) => change.key === key && change.cause !== 'resync')),
      tap(() => (isRead = false)),
    );
    return whenSynced(informer, ofKey$).pipe(
      filter(() => !isRead),
      map(() => {
        isRead = true;
        const object = store.get(key);
        if (object === undefined && !key.includes('/')) checkHasNoNamespaces(store, key);
        return object;
      }),
      distinctUntilChanged(),
    );
  });
}

const aKey: Rule = {
  allowed: '`namespace/name`, or `name` of a cluster-scoped object',
  test: (given) => aString.test(given) && /^[^/]+(\/[^/]+)?$/.test(given as string),
};

/** Either all objects of a collection have a namespace, or none has one. */
function checkHasNoNamespaces(store: Pick<IndexedStore<unknown>, 'listKeys'>, key: ObjectKey): void {
  const other = store.listKeys().find((one) => one.includes('/'));
  if (other !== undefined) throw new OptionsError('select: key', key, `\`namespace/name\`, as in "${other}"`);
}
