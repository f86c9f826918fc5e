import { asyncScheduler } from 'rxjs';
import { aFunction, checkArgument, type KubeObject, type ObjectKey, type Rule } from '../../objects/index.ts';
import { elapsed } from '../../scheduling/index.ts';
import { isTombstone } from '../tombstone.ts';
import { keyWith, newStore } from './new-indexer.ts';
import type { KeyFunc, Store } from './store.ts';

/**
 * Creates a store whose objects expire, as client-go's `NewTTLStore` (`ExpirationCache`) does. The store does not
 * return an object that was written more than `ttl` ms ago; the next read removes the object (B196). `listKeys` also
 * returns expired keys that no read has removed yet (B197).
 *
 * The store has no timer: each read compares times of the RxJS clock. A `TestScheduler` can replace the clock.
 *
 * @param ttl - the time in ms after which an object expires. With 0 or less, no object expires
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const seen = newTTLStore<Pod>(keyOf, 60_000);
 * seen.add(kubeObject<Pod>('shop/web'));
 * seen.getByKey('shop/web'); // returns the object for one minute
 * ```
 */
export function newTTLStore<T extends KubeObject>(keyFunc: KeyFunc<T>, ttl: number): Store<T> {
  checkArgument('newTTLStore: keyFunc', keyFunc, aFunction);
  checkArgument('newTTLStore: ttl', ttl, aTime);
  const store = newStore(keyFunc);
  const written = new Map<ObjectKey, number>();

  const stamp = (object: T): void => void written.set(keyWith(keyFunc, object), asyncScheduler.now());
  const isExpired = (key: ObjectKey): boolean =>
    ttl > 0 && elapsed(written.get(key) ?? asyncScheduler.now(), asyncScheduler.now()) > ttl;
  const fresh = (key: ObjectKey): T | undefined => {
    if (isExpired(key)) {
      written.delete(key);
      store.delete({ key, object: undefined, finalStateKnown: false });
    }
    return store.getByKey(key);
  };

  const add = (object: T): void => {
    store.add(object);
    stamp(object);
  };
  return {
    add,
    update: add,
    delete: (object) => {
      store.delete(object);
      written.delete(isTombstone(object) ? object.key : keyWith(keyFunc, object));
    },
    get: (object) => fresh(typeof object === 'string' ? object : keyWith(keyFunc, object)),
    getByKey: fresh,
    list: () => {
      for (const key of store.listKeys()) fresh(key);
      return store.list();
    },
    listKeys: () => store.listKeys(),
    resync: () => store.resync(),
    bookmark: (resourceVersion) => store.bookmark(resourceVersion),
    lastStoreSyncResourceVersion: () => store.lastStoreSyncResourceVersion(),
    replace: (objects, resourceVersion) => {
      store.replace(objects, resourceVersion);
      written.clear();
      objects.forEach(stamp);
    },
  };
}

const aTime: Rule = {
  allowed: 'a time in ms',
  test: (given) => typeof given === 'number' && !Number.isNaN(given),
};
