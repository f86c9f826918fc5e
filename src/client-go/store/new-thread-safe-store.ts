import { aFunction, checkOptions, HandlerError, type KubeObject, OptionsError } from '../../objects/index.ts';
import {
  addIndexersTo,
  type Indexers,
  type KubeObjectCache,
  kubeObjectCache,
  type ValueIndex,
} from '../../store/index.ts';
import { put, remove, replaceAll, setResourceVersion } from './machine/imperative-writes.ts';
import type { ImperativeStoreOptions } from './store.ts';
import type { ThreadSafeStore } from './thread-safe-store.ts';
import { reportUnhandledError, runGuarded } from '../../scheduling/index.ts';

/**
 * Creates the store that an {@link newIndexer | indexer} uses, as client-go's `NewThreadSafeStore` does. Each write accepts a key
 * in addition to the object, so you can choose the keys (B182–B186).
 *
 * @throws OptionsError for an argument that is not allowed. The methods of the store throw an OptionsError for an index that does
 * not exist, and `addIndexers` for a name that exists
 *
 * @example
 * ```ts
 * const store = newThreadSafeStore<Pod, 'namespace'>({ namespace: byNamespace });
 * store.add('shop/web', kubeObject<Pod>('shop/web'));
 * store.indexKeys('namespace', 'shop'); // ['shop/web']
 * ```
 */
export function newThreadSafeStore<T extends KubeObject, Index extends string = never>(
  indexers: Indexers<T, Index> = {} as Indexers<T, Index>,
  options: Pick<ImperativeStoreOptions<T>, 'onError'> = {},
): ThreadSafeStore<T, Index> {
  checkOptions('newThreadSafeStore', options, { onError: aFunction });
  return threadSafeStoreOver(kubeObjectCache<T>(), indexers, options.onError);
}

/** Creates a `ThreadSafeStore` over a cache. The caller may also write to the cache. */
export function threadSafeStoreOver<T extends KubeObject, Index extends string>(
  cache: KubeObjectCache<T>,
  indexers: Indexers<T, Index>,
  onError: (error: HandlerError) => void = reportUnhandledError,
): ThreadSafeStore<T, Index> {
  const indexOf = (name: string, asked: string): ValueIndex => {
    const index = cache.index(name);
    if (index !== undefined) return index;
    throw new OptionsError(`${asked}: index`, name, `one of ${cache.indexNames.join(', ')}`);
  };
  /**
   * Runs a write, and then passes the errors of index functions to `onError`. An error of an index function
   * does not undo the write.
   */
  const write = (action: () => void): void => {
    action();
    reportProblems(cache, onError);
  };

  const store: ThreadSafeStore<T, Index> = {
    add: (key, object) => write(() => put(cache, key, object)),
    update: (key, object) => write(() => put(cache, key, object)),
    delete: (key) => remove(cache, key),
    deleteWithObject: (key, object) => {
      remove(cache, key);
      setResourceVersion(cache, object);
    },
    get: (key) => cache.get(key),
    list: () => cache.list(),
    listKeys: () => cache.keys(),
    replace: (objects, resourceVersion) => write(() => replaceAll(cache, objects, resourceVersion)),
    resync: () => undefined,
    bookmark: (resourceVersion) => {
      cache.resourceVersion = resourceVersion;
    },
    lastStoreSyncResourceVersion: () => cache.resourceVersion,
    transaction: (...transactions) =>
      write(() => {
        for (const { type, key, object } of transactions) {
          if (type === 'Delete') remove(cache, key);
          else put(cache, key, object);
        }
        const last = transactions.at(-1);
        if (last !== undefined) setResourceVersion(cache, last.object);
      }),
    index: (index, object) => {
      const found = indexOf(index, 'index');
      const keys = new Set(valuesOf(cache, index, object).flatMap((value) => found.keys(value)));
      return objectsOf(cache, keys);
    },
    indexKeys: (index, value) => [...indexOf(index, 'indexKeys').keys(value)].sort(),
    byIndex: (index, value) => objectsOf(cache, indexOf(index, 'byIndex').keys(value)),
    listIndexFuncValues: (index) => cache.index(index)?.values() ?? [],
    getIndexers: () => cache.indexers,
    addIndexers: <More extends string>(more: Indexers<T, More>) => {
      write(() => addIndexersTo(cache, more));
      return store as ThreadSafeStore<T, Index | More>;
    },
  };
  store.addIndexers(indexers);
  return store;
}

export function reportProblems<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  onError: (error: HandlerError) => void,
): void {
  for (const problem of cache.takeProblems()) runGuarded(() => onError(problem));
}

function valuesOf<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  index: string,
  object: T,
): readonly string[] {
  try {
    return cache.indexers[index]?.(object) ?? [];
  } catch (cause) {
    throw new HandlerError(`index ${index}`, undefined, cause);
  }
}

function objectsOf<T extends KubeObject>(cache: KubeObjectCache<T>, keys: Iterable<string>): readonly T[] {
  const objects: T[] = [];
  for (const key of keys) {
    const object = cache.get(key);
    if (object !== undefined) objects.push(object);
  }
  return objects;
}
