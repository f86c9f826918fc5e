import { asyncScheduler } from 'rxjs';
import {
  aBoolean,
  aFunction,
  checkArgument,
  checkOptions,
  type KubeObject,
  milliseconds,
  type ObjectKey,
  OptionsError,
  type Rule,
} from '../../objects/index.ts';
import { type IndexedStore, type Indexers } from '../../store/index.ts';
import { deletionHandlingKeyOf, isTombstone } from '../tombstone.ts';
import type { Indexer } from './indexer.ts';
import { MutationOverlay } from './machine/mutation-overlay.ts';
import type { MutationCache, MutationCacheOptions } from './mutation-cache.ts';
import type { Store } from './store.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';

/**
 * Creates a cache that reads a store and your own writes that the watch has not delivered to the store yet
 * (B198, B199). The function is client-go's `NewIntegerResourceVersionMutationCache`. The cache keeps the
 * last hundred writes.
 *
 * The cache compares versions as texts: first by length, and then by their characters. A version that is not
 * a number does not count as newer. The cache uses the clock of RxJS.
 *
 * @param backing - the store of an informer, of `newStore` or of `newIndexer`
 * @param indexer - the same store, for `byIndex`. Without an indexer, `byIndex` throws
 * @param ttl - how long the cache keeps a write, in ms. Default: 5 minutes
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const { store } = informer(listWatch(transport, core.v1.pods));
 * const cache = newMutationCache(store, undefined, 300_000, { includeAdds: true });
 * cache.mutation(kubeObject<Pod>('shop/web')); // the object in the API server's response to a write
 * cache.getByKey('shop/web'); // returns this object until the watch delivers this object or a newer version
 * ```
 */
export function newMutationCache<T extends KubeObject, Index extends string = never>(
  backing: Pick<Store<T>, 'getByKey'> | Pick<IndexedStore<T>, 'get'>,
  indexer:
    | Pick<Indexer<T, Index>, 'getByKey' | 'getIndexers' | 'indexKeys'>
    | Pick<IndexedStore<T, Index>, 'get' | 'getIndexers' | 'indexKeys'>
    | undefined,
  ttl: number = 5 * 60_000,
  options: MutationCacheOptions = {},
): MutationCache<T, Index> {
  checkArgument('newMutationCache: backing', backing, aStore);
  if (indexer !== undefined) checkArgument('newMutationCache: indexer', indexer, anIndexer);
  checkArgument('newMutationCache: ttl', ttl, milliseconds(0));
  checkOptions('newMutationCache', options, { includeAdds: aBoolean });
  const { includeAdds = false } = options;
  const stored = readerOf<T>(backing);
  const indexed = indexer && readerOf<T>(indexer);
  const overlay = new MutationOverlay<T>(ttl, () => asyncScheduler.now());

  return {
    getByKey: (key) => {
      const found = stored(key);
      if (found !== undefined) return overlay.newerOf(key, found);
      return includeAdds ? overlay.find(key) : undefined;
    },
    byIndex: (index, value) => {
      if (indexer === undefined || indexed === undefined)
        throw new OptionsError('newMutationCache: indexer', undefined, 'given for byIndex');
      const keys = indexer.indexKeys(index, value);
      const objects = keys.flatMap((key) => {
        const found = indexed(key);
        return found === undefined ? [] : [overlay.newerOf(key, found)];
      });
      if (!includeAdds) return objects;

      const known = new Set(keys);
      const func = (indexer.getIndexers() as Indexers<T, Index>)[index];
      for (const key of overlay.keys()) {
        // `find` makes a write the most recently used write. The loop reads all writes in the order of their
        // last use, so the order is the same after the loop. A full cache drops its least recently used
        // write.
        const written = overlay.find(key);
        if (written === undefined || known.has(key)) continue;
        try {
          if (func(written).includes(value)) objects.push(written);
        } catch (error) {
          // The error of an index function is reported, and the call still returns the other objects.
          reportUnhandledError(error);
        }
      }
      return objects;
    },
    mutation: (object) => overlay.mutation(object),
    onAddOrUpdate: (object) => overlay.onAddOrUpdate(object),
    onDelete: (object) =>
      overlay.onDelete(deletionHandlingKeyOf(object), isTombstone(object) ? object.object : object),
  };
}

/**
 * Returns a function that reads a store by key. A store with the methods of client-go has `getByKey`, and its
 * `get` accepts an object. The store of an informer has only `get`, which accepts a key.
 */
function readerOf<T extends KubeObject>(
  store: Pick<Store<T>, 'getByKey'> | Pick<IndexedStore<T>, 'get'>,
): (key: ObjectKey) => T | undefined {
  return 'getByKey' in store ? (key) => store.getByKey(key) : (key) => store.get(key);
}

const isFunction = (given: unknown, name: string): boolean =>
  aFunction.test((given as Record<string, unknown> | null | undefined)?.[name]);
const hasGet = (given: unknown): boolean => isFunction(given, 'getByKey') || isFunction(given, 'get');
const aStore: Rule = {
  allowed: "a store: an informer's `store`, or one of `newStore` or `newIndexer`",
  test: hasGet,
};
const anIndexer: Rule = {
  allowed: "a store with indices: an informer's `store`, or one of `newIndexer`",
  test: (given) => hasGet(given) && isFunction(given, 'getIndexers') && isFunction(given, 'indexKeys'),
};
