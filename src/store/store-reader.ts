import type { Observable } from 'rxjs';
import { aFunction, anObject, checkArgument, type ObjectKey, OptionsError } from '../objects/index.ts';
import { type Change, identityOf, splitIdentity, updated } from './change.ts';
import type { Indexers } from './index-func.ts';
import { resyncOf } from './machine/apply-deltas.ts';
import type { ObjectCache } from './machine/object-cache.ts';
import type { ValueIndex } from './machine/indices.ts';
import type { IndexedStore } from './store-subject.ts';

/** The Observables of a store. Each Observable completes or errors when the input of the store ends. */
export interface StoreStreams<T> {
  readonly batches$: Observable<readonly Change<T>[]>;
  /** Like `batches$`, but a new subscriber first gets only the objects with the given keys. */
  readonly batchesWithin: (keys: () => readonly ObjectKey[]) => Observable<readonly Change<T>[]>;
  /** Emits when the object of an identity has changed. Emits to a new subscriber if the object exists. */
  readonly changesOf: (identity: string) => Observable<unknown>;
}

/** Wraps one Observable of a store. */
export type WrapStream = <V>(stream$: Observable<V>) => Observable<V>;

/** Wraps each Observable of a store, for example so that a subscription keeps an informer running. */
export function wrapStreams<T>(
  { batches$, batchesWithin, changesOf }: StoreStreams<T>,
  wrap: WrapStream,
): StoreStreams<T> {
  return {
    batches$: wrap(batches$),
    batchesWithin: (keys) => wrap(batchesWithin(keys)),
    changesOf: (identity) => wrap(changesOf(identity)),
  };
}

export function storeReader<T, Index extends string>(
  cache: ObjectCache<T>,
  { batches$, batchesWithin, changesOf }: StoreStreams<T>,
  addIndexers: (indexers: Indexers<T>) => void,
): IndexedStore<T, Index> {
  const indexOf = (name: string, asked: string): ValueIndex => {
    const index = cache.index(name);
    if (index !== undefined) return index;
    const names = cache.indexNames.join(', ');
    throw new OptionsError(`${asked}: index`, name, names === '' ? 'added first' : `one of ${names}`);
  };

  const reader: IndexedStore<T, Index> = {
    ...(cache.codec.decodes && { decodes: true }),
    ...(cache.codec.decodesChanges && { resynced: () => resyncOf(cache) }),
    get size() {
      return cache.size;
    },
    get hasSynced() {
      return cache.hasSynced;
    },
    get completeVersion() {
      return cache.completeVersion;
    },
    get resourceVersion() {
      return cache.resourceVersion;
    },
    batches$,
    batchesWithin: (index, value) => {
      const valueIndex = indexOf(index, 'batchesWithin');
      return batchesWithin(() => valueIndex.keys(value));
    },
    changesOf: (key, cluster) => changesOf(identityOf({ key, cluster })),
    get: (key, cluster) => cache.get(identityOf({ key, cluster })),
    list: () => cache.list(),
    listKeys: () => keysIn(cache.keys()),
    listIdentities: () => cache.keys(),
    byIndex: (index, value) => {
      const objects: T[] = [];
      for (const key of indexOf(index, 'byIndex').keys(value)) {
        const object = cache.get(key);
        if (object !== undefined) objects.push(object);
      }
      return objects;
    },
    indexKeys: (index, value) => keysIn(indexOf(index, 'indexKeys').keys(value)),
    listIndexFuncValues: (index) => indexOf(index, 'listIndexFuncValues').values(),
    getIndexers: () => cache.indexers,
    addIndexers: (indexers) => {
      addIndexers(indexers);
      return reader;
    },
  };
  return reader;
}

/** Returns the keys of identities. Without clusters, the result is the same array. */
const keysIn = (identities: readonly string[]): readonly ObjectKey[] =>
  identities[0]?.includes('\n') === true
    ? identities.map((identity) => splitIdentity(identity).key)
    : identities;

/**
 * Adds index functions to a store. If one index function is wrong, throws an error, and adds no index
 * function.
 */
export function addIndexersTo<T>(cache: ObjectCache<T>, indexers: Indexers<T>): void {
  checkArgument('addIndexers: indexers', indexers, indexersRule);
  const added = Object.entries(indexers);
  for (const [name] of added) {
    if (cache.index(name) === undefined) continue;
    throw new OptionsError('addIndexers: name', name, `a new one, beside ${cache.indexNames.join(', ')}`);
  }
  for (const [name, func] of added) cache.addIndex(name, func);
}

export const indexersRule = {
  allowed: 'an object of functions',
  test: (given: unknown): boolean =>
    anObject.test(given) && Object.values(given as object).every(aFunction.test),
};

/** The part of a store that a resync reads. */
export interface ResyncableStore<T> extends Pick<IndexedStore<T>, 'list' | 'listKeys'> {
  readonly resynced?: () => readonly Change<T>[];
}

/** Returns the objects of a store as `updated` changes with `cause: 'resync'`. */
export function resynced<T>(store: ResyncableStore<T>): readonly Change<T>[] {
  if (store.resynced !== undefined) return store.resynced();
  const keys = store.listKeys();
  return Object.freeze(store.list().map((object, at) => updated(keys[at] ?? '', object, object, 'resync')));
}

/**
 * Removes the changes with `cause: 'resync'` from a batch. If the batch contains no such change, the function
 * returns the same batch.
 */
export function withoutResyncs<T>(batch: readonly Change<T>[]): readonly Change<T>[] {
  return batch.some(isResync) ? batch.filter((change) => !isResync(change)) : batch;
}

const isResync = ({ cause }: Change<unknown>): boolean => cause === 'resync';
