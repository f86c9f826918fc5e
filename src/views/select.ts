import { defer, distinctUntilChanged, filter, map, type Observable, tap } from 'rxjs';
import { aString, checkArgument, type ObjectKey, OptionsError, type Rule } from '../objects/index.ts';
import type { IndexedStore } from '../store/index.ts';
import type { Informer } from '../informer/index.ts';
import { anInformer, whenSynced } from './when-synced.ts';

/**
 * One object as it comes and goes; `undefined` while it is not there.
 *
 * Its first value comes once the informer has synced; the later ones in the store's own turn, so a subscriber should be
 * quick, or put an operator between. An object that was replaced in one step by another of its name (a new uid) is told
 * as the other, without an `undefined`. Keeps the informer running, and for its `resetDelay` longer; errors and completes as its changes do.
 *
 * @param key - `namespace/name`, or `name` of a cluster-scoped object
 * @throws OptionsError when an argument is not what it may be
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
    // Not at each batch: of a compact store every reading is a parse, and gives another object.
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

/** All objects of a collection have a namespace, or none has. */
function checkHasNoNamespaces(store: Pick<IndexedStore<unknown>, 'listKeys'>, key: ObjectKey): void {
  const other = store.listKeys().find((one) => one.includes('/'));
  if (other !== undefined) throw new OptionsError('select: key', key, `\`namespace/name\`, as in "${other}"`);
}
