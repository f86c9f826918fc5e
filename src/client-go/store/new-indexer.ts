import {
  aFunction,
  checkArgument,
  checkOptions,
  HandlerError,
  keyOf,
  type KubeObject,
  type ObjectKey,
} from '../../objects/index.ts';
import { type Change, type Indexers, kubeObjectCache } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import { applyAnyDeltas } from './machine/apply-key-deltas.ts';
import { type DeletedFinalStateUnknown, isTombstone } from '../tombstone.ts';
import type { Indexer } from './indexer.ts';
import { reportProblems, threadSafeStoreOver } from './new-thread-safe-store.ts';
import type { DeltaStore, KeyFunc, ImperativeStoreOptions } from './store.ts';
import { type Transaction, TransactionError } from './transaction.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';

/**
 * Creates a store with indexes and a method for each write, as client-go's `NewIndexer` does (B180–B185). An
 * object can have several values of an index. Lists are in insertion order, unlike in client-go (Q22).
 *
 * @throws OptionsError for an argument that is not allowed. The methods of the indexer throw an OptionsError for an index that does
 * not exist, and `addIndexers` for a name that exists
 *
 * @example
 * ```ts
 * const indexer = newIndexer<Pod, 'app'>(keyOf, { app: byLabel('app') });
 * indexer.add(kubeObject<Pod>('shop/web', { metadata: { labels: { app: 'web' } } }));
 * indexer.indexKeys('app', 'web'); // ['shop/web']
 * ```
 */
export function newIndexer<T extends KubeObject, Index extends string = never>(
  keyFunc: KeyFunc<T> = keyOf,
  indexers: Indexers<T, Index> = {} as Indexers<T, Index>,
  options: ImperativeStoreOptions<T> = {},
): Indexer<T, Index> {
  return indexerNamed('newIndexer', keyFunc, indexers, options);
}

/**
 * Creates a store with a method for each write, as client-go's `NewStore` does. A queue can also fill the store (B180, B181, B189).
 * For a store that emits its changes see `indexedStore`.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const store = newStore<Pod>();
 * reflect(pods).pipe(deltaFifo()).subscribe(store);
 * store.getByKey('shop/web');
 * ```
 */
export function newStore<T extends KubeObject>(
  keyFunc: KeyFunc<T> = keyOf,
  options: ImperativeStoreOptions<T> = {},
): DeltaStore<T> {
  return indexerNamed<T, never>('newStore', keyFunc, {}, options);
}

function indexerNamed<T extends KubeObject, Index extends string>(
  name: string,
  keyFunc: KeyFunc<T>,
  indexers: Indexers<T, Index>,
  options: ImperativeStoreOptions<T>,
): Indexer<T, Index> {
  checkArgument(`${name}: keyFunc`, keyFunc, aFunction);
  checkOptions(name, options, { transformer: aFunction, onError: aFunction });
  const { transformer, onError = reportUnhandledError } = options;
  const cache = kubeObjectCache<T>();
  const store = threadSafeStoreOver(cache, indexers, onError);

  const keyFor = (object: T): ObjectKey => keyWith(keyFunc, object);
  const accepted = (object: T): readonly [ObjectKey, T] => {
    const key = keyFor(object);
    return [key, transformed(transformer, key, object)];
  };
  const applyDeltas = (deltas: AnyDeltas<T>): readonly Change<T>[] => {
    const changes: Change<T>[] = [];
    try {
      applyAnyDeltas(cache, deltas, changes, keyFor);
    } finally {
      reportProblems(cache, onError);
    }
    return Object.freeze(changes);
  };

  const indexer: Indexer<T, Index> = {
    ...store,
    add: (object) => store.add(...accepted(object)),
    update: (object) => store.update(...accepted(object)),
    delete: (object: T | DeletedFinalStateUnknown<T>) =>
      store.deleteWithObject(isTombstone(object) ? object.key : keyFor(object), object),
    get: (object) => store.get(typeof object === 'string' ? object : keyFor(object)),
    getByKey: (key) => store.get(key),
    replace: (objects, resourceVersion) => store.replace(new Map(objects.map(accepted)), resourceVersion),
    addIndexers: <More extends string>(more: Indexers<T, More>) => {
      store.addIndexers(more);
      return indexer as Indexer<T, Index | More>;
    },
    transaction: (...transactions) =>
      transact((...keyed) => store.transaction(...keyed), transactions, keyFor),
    applyDeltas,
    next: (deltas) => void applyDeltas(deltas),
    error: reportUnhandledError,
    complete: () => undefined,
  };
  return indexer;
}

function transact<T extends KubeObject>(
  apply: (...keyed: (Transaction<T> & { readonly key: ObjectKey })[]) => void,
  transactions: readonly Transaction<T>[],
  keyFor: KeyFunc<T>,
): void {
  const keyed: (Transaction<T> & { readonly key: ObjectKey })[] = [];
  const successful: number[] = [];
  const errors: unknown[] = [];
  for (const [at, transaction] of transactions.entries()) {
    try {
      keyed.push({ ...transaction, key: keyFor(transaction.object) });
      successful.push(at);
    } catch (error) {
      errors.push(error);
    }
  }
  apply(...keyed);
  if (errors.length > 0) throw new TransactionError(transactions.length, successful, errors);
}

/**
 * Returns the key of an object.
 *
 * @throws HandlerError when the key function throws (B187). The error does not contain the object, which may be a
 * secret
 */
export function keyWith<T>(keyFunc: KeyFunc<T>, object: T): ObjectKey {
  try {
    return keyFunc(object);
  } catch (cause) {
    throw new HandlerError('keyOf', undefined, cause);
  }
}

function transformed<T>(transformer: ((object: T) => T) | undefined, key: ObjectKey, object: T): T {
  if (transformer === undefined) return object;
  try {
    return transformer(object);
  } catch (cause) {
    throw new HandlerError('transform', key, cause);
  }
}
