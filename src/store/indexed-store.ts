import {
  defer,
  finalize,
  map,
  merge,
  Observable,
  observeOn,
  of,
  queueScheduler,
  Subject,
  switchMap,
  take,
} from 'rxjs';
import { aFunction, checkOptions, REDACTED, type KubeObject, OptionsError } from '../objects/index.ts';
import type { Deltas } from '../queue/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import { applyDeltas, decoded, isReplace, prepare, snapshot } from './machine/apply-deltas.ts';
import { ObjectCache } from './machine/object-cache.ts';
import type { Commit } from './machine/prepare-replace.ts';
import { WriteMutex } from './machine/write-mutex.ts';
import { aStorage, type IndexedStore, type StoreOptions, type StoreSubject } from './store-subject.ts';
import { addIndexersTo, indexersRule, storeReader } from './store-reader.ts';
import { reportUnhandledError, resultInSlices, runGuarded } from '../scheduling/index.ts';

/**
 * Creates a store: an Observer of deltas, an Observable of changes, and a reader of objects and indices. The store applies deltas,
 * then emits the changes. A replace is atomic. A write from inside a subscriber is queued.
 *
 * The store follows client-go's `Indexer` and `processDeltas` (B112–B116, B123, B180–B186), with four differences. An unchanged
 * object of a relist is no change (G7). A new uid is `deleted`, then `added` (G6). A watch event that is older than the stored
 * object changes nothing (G2). An index function that throws affects one index entry (B190).
 *
 * @throws OptionsError for an unknown option; later for an unknown index, or an index name that exists
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
  const { indexers, onError = reportUnhandledError, storage } = options;
  const cache = new ObjectCache<T>(storage?.createCodec());
  const mutex = new WriteMutex();
  const liveBatches$ = new Subject<readonly Change<T>[]>();
  let hasEnded = false;

  const reportProblems = (): void => {
    for (const problem of cache.takeProblems()) runGuarded(() => onError(problem));
  };

  const check = (deltas: Deltas<T>): void => {
    if (!Array.isArray(deltas)) {
      throw new OptionsError('indexedStore: deltas', deltas, 'an array of deltas', deltaFifoIsMissing);
    }
    if ('isInInitialList' in deltas) {
      throw new OptionsError('indexedStore: deltas', REDACTED, 'those of deltaFifo()', storeByKey);
    }
  };

  const write = (commit: Commit<T>): readonly Change<T>[] => {
    const changes: Change<T>[] = [];
    mutex.lock();
    try {
      if (!hasEnded) commit(changes);
    } finally {
      // Also after an error: the deltas before a malformed delta are applied, so their changes are emitted.
      decoded(cache, changes);
      if (changes.length > 0) liveBatches$.next(changes);
      reportProblems(); // last, because a subscriber that the callback adds would get these changes twice
      mutex.unlock();
    }
    return changes;
  };

  const runExclusive = (action: () => void): void => {
    if (mutex.isFree) action();
    else {
      mutex.acquire((release) => {
        runGuarded(action); // the caller has already returned, so an error is reported as unhandled
        release();
      });
    }
  };

  // Emits when the mutex is acquired. An unsubscribe releases the mutex.
  const acquired$ = new Observable<unknown>((subscriber) =>
    mutex.acquire((release) => subscriber.next(release)),
  );

  // Subscribes to live batches before the replay: if the subscriber writes during the replay, the batch is emitted after the
  // replay.
  const batches$ = defer(() => {
    const changes = snapshot(cache);
    if (changes.length === 0) return liveBatches$;
    const replay$ = defer(() => {
      mutex.lock();
      return of(changes).pipe(finalize(() => mutex.unlock()));
    });
    return merge(liveBatches$, replay$);
  });

  const readonlyView = (others$: Observable<readonly Change<T>[]>): IndexedStore<T, Index> =>
    storeReader<T, Index>(cache, others$, (more) => {
      addIndexersTo(cache, more);
      reportProblems();
    });
  if (indexers !== undefined) addIndexersTo(cache, indexers as Indexers<T>);
  const readonly = readonlyView(batches$);

  return Object.assign(readonlyView(batches$), {
    next: (deltas: Deltas<T>) => {
      check(deltas);
      runExclusive(() => write((changes) => applyDeltas(cache, deltas, changes)));
    },
    error: (error: unknown) =>
      runExclusive(() => {
        // A Subject without subscribers would drop the error, and the outdated content would not be noticed.
        if (!hasEnded && !liveBatches$.observed) reportUnhandledError(error);
        hasEnded = true;
        liveBatches$.error(error);
      }),
    complete: () =>
      runExclusive(() => {
        hasEnded = true;
        liveBatches$.complete();
      }),
    apply: (deltas: Deltas<T>): Observable<readonly Change<T>[]> | undefined => {
      check(deltas);
      if (mutex.isFree && !isReplace(deltas)) {
        write((changes) => applyDeltas(cache, deltas, changes));
        return undefined;
      }
      return acquired$.pipe(
        switchMap(() => resultInSlices(() => prepare(cache, deltas))),
        map(write),
        take(1),
        observeOn(queueScheduler),
      );
    },
    asReadonly: (others$?: typeof batches$) => (others$ === undefined ? readonly : readonlyView(others$)),
    listEncoder: (versionsReset?: boolean) => cache.codec.listEncoder(cache.objects, versionsReset),
  });
}

const storeByKey =
  'newStore() and newIndexer() of rx-informer/client-go take those of deltaFifoByKey(), newDeltaFIFO() and newRealFIFO()';

const deltaFifoIsMissing =
  'put deltaFifo() before the store: reflect(source).pipe(deltaFifo()).subscribe(store)';
