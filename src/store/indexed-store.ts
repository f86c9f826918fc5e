import type { Observable } from 'rxjs';
import { aFunction, checkOptions, REDACTED, type KubeObject, OptionsError } from '../objects/index.ts';
import type { Deltas } from '../queue/index.ts';
import { applyDeltas, isReplace, prepare } from './machine/apply-deltas.ts';
import { kubeObjectCache } from './machine/object-cache.ts';
import type { Change } from './change.ts';
import { storeCore } from './store-core.ts';
import { indexersRule, type WrapStream } from './store-reader.ts';
import { aStorage, type StoreOptions, type StoreSubject } from './store-subject.ts';

/**
 * Creates a store. A store is an Observer of deltas, has an Observable of changes, and returns objects by key
 * and by index. The store applies deltas, and then emits the changes. The store applies a whole list
 * atomically. If a subscriber writes to the store during a notification, the store queues the write.
 *
 * The store follows client-go's `Indexer` and `processDeltas` (B112–B116, B123, B180–B186), with four
 * differences. An object that a relist did not change makes no change (G7). For an object with a new uid, the
 * store emits `deleted` and then `added` (G6). A watch event that is older than the stored object changes
 * nothing (G2). If an index function throws, the object is missing only in that index (B190).
 *
 * @throws OptionsError for an unknown option. The methods of the store also throw an OptionsError for an
 * unknown index, or for a new index with the name of an existing index
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod, 'app'>({ indexers: { app: byLabel('app') } });
 * reflect(pods).pipe(deltaFifo()).subscribe(store);
 * store.batches$.pipe(mergeAll()).subscribe(({ type, key }) => console.log(type, key));
 * ```
 */
export function indexedStore<T extends KubeObject, Index extends string = never>(
  options: StoreOptions<T, Index> = {},
): StoreSubject<T, Index> {
  checkOptions('indexedStore', options, { indexers: indexersRule, onError: aFunction, storage: aStorage });
  const { indexers, onError, storage } = options;
  const cache = kubeObjectCache<T>(storage?.createCodec());
  const core = storeCore<T, Index>(cache, indexers, onError);
  const readonly = core.asReadonly();

  const check = (deltas: Deltas<T>): void => {
    if (!Array.isArray(deltas)) {
      throw new OptionsError('indexedStore: deltas', deltas, 'an array of deltas', deltaFifoIsMissing);
    }
    if ('isInInitialList' in deltas) {
      throw new OptionsError('indexedStore: deltas', REDACTED, 'those of deltaFifo()', storeByKey);
    }
  };

  return Object.assign(core.asReadonly(), {
    next: (deltas: Deltas<T>) => {
      check(deltas);
      core.runExclusive(() => core.write((changes) => applyDeltas(cache, deltas, changes)));
    },
    error: core.error,
    complete: core.complete,
    apply: (deltas: Deltas<T>): Observable<readonly Change<T>[]> | undefined => {
      check(deltas);
      if (core.isFree && !isReplace(deltas)) {
        core.write((changes) => applyDeltas(cache, deltas, changes));
        return undefined;
      }
      return core.writeInSlices(() => prepare(cache, deltas));
    },
    asReadonly: (wrap?: WrapStream) => (wrap === undefined ? readonly : core.asReadonly(wrap)),
    listEncoder: (versionsReset?: boolean) => cache.codec.listEncoder(cache.objects, versionsReset),
  });
}

const storeByKey =
  'newStore() and newIndexer() of rx-informer/client-go take those of deltaFifoByKey(), newDeltaFIFO() and newRealFIFO()';

const deltaFifoIsMissing =
  'put deltaFifo() before the store: reflect(source).pipe(deltaFifo()).subscribe(store)';
