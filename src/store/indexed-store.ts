import {
  defer,
  endWith,
  finalize,
  fromEventPattern,
  ignoreElements,
  map,
  merge,
  Observable,
  observeOn,
  of,
  queueScheduler,
  share,
  Subject,
  switchMap,
  take,
  takeUntil,
} from 'rxjs';
import { aFunction, checkOptions, type KubeObject, OptionsError, REDACTED } from '../objects/index.ts';
import type { Deltas } from '../queue/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import { applyDeltas, decoded, isReplace, prepare, snapshot } from './machine/apply-deltas.ts';
import { ObjectCache } from './machine/object-cache.ts';
import { KeyRouter } from './machine/key-router.ts';
import type { Commit } from './machine/prepare-replace.ts';
import { WriteMutex } from './machine/write-mutex.ts';
import { aStorage, type IndexedStore, type StoreOptions, type StoreSubject } from './store-subject.ts';
import { addIndexersTo, indexersRule, storeReader, type StoreStreams, wrapStreams } from './store-reader.ts';
import { reportUnhandledError, resultInSlices, runGuarded } from '../scheduling/index.ts';

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
  const { indexers, onError = reportUnhandledError, storage } = options;
  const cache = new ObjectCache<T>(storage?.createCodec());
  const mutex = new WriteMutex();
  const liveBatches$ = new Subject<readonly Change<T>[]>();
  const router = new KeyRouter();
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
      // If one delta is malformed, the store has already applied the earlier deltas. So the changes of the
      // earlier deltas are emitted before the error.
      decoded(cache, changes);
      // The listeners are found before `next`. A subscriber of the batch can add a listener, which reads the
      // store, and so does not need this batch.
      const listeners = router.listenersOf(changes);
      if (changes.length > 0) liveBatches$.next(changes);
      for (const listener of listeners) listener();
      // `reportProblems` calls `onError` for errors of index functions. `onError` can subscribe to the store.
      // So `reportProblems` is called after `next`. If it were called before `next`, the new subscriber would
      // get these changes twice: in the replay of the current content, and in the batch.
      reportProblems();
      mutex.unlock();
    }
    return changes;
  };

  const runExclusive = (action: () => void): void => {
    if (mutex.isFree) action();
    else {
      mutex.acquire((release) => {
        runGuarded(action); // a queued write runs later, when no caller can catch its error, so the error is reported as unhandled
        release();
      });
    }
  };

  // Waits for the mutex, and emits when the mutex is acquired. An unsubscribe releases the mutex.
  const acquired$ = new Observable<unknown>((subscriber) =>
    mutex.acquire((release) => subscriber.next(release)),
  );

  // Emits a value for a late subscriber, and then the live values. `merge` subscribes to the live values before
  // the replay. If the subscriber writes to the store during the replay, the new value is emitted after the
  // replay.
  const withReplay = <V>(live$: Observable<V>, replay: () => V | undefined): Observable<V> =>
    defer(() => {
      const value = replay();
      if (value === undefined) return live$;
      const replay$ = defer(() => {
        mutex.lock();
        return of(value).pipe(finalize(() => mutex.unlock()));
      });
      return merge(live$, replay$);
    });

  const end$ = liveBatches$.pipe(ignoreElements(), endWith(undefined), share());
  const streams: StoreStreams<T> = {
    batches$: withReplay(liveBatches$, () => snapshot(cache)),
    batchesWithin: (keys) => withReplay(liveBatches$, () => snapshot(cache, keys())),
    changesOf: (key) =>
      withReplay(
        fromEventPattern<unknown>(
          (listener) => router.add(key, listener),
          (listener) => router.remove(key, listener),
        ).pipe(takeUntil(end$)),
        () => (cache.objects.has(key) ? key : undefined),
      ),
  };

  const readonlyView = (others: StoreStreams<T>): IndexedStore<T, Index> =>
    storeReader<T, Index>(cache, others, (more) => {
      addIndexersTo(cache, more);
      reportProblems();
    });
  if (indexers !== undefined) addIndexersTo(cache, indexers as Indexers<T>);
  const readonly = readonlyView(streams);

  return Object.assign(readonlyView(streams), {
    next: (deltas: Deltas<T>) => {
      check(deltas);
      runExclusive(() => write((changes) => applyDeltas(cache, deltas, changes)));
    },
    error: (error: unknown) =>
      runExclusive(() => {
        // If the Subject has no subscribers, the error is reported here. Without this report, the error would
        // be lost, and the program would not notice that the content of the store is outdated.
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
    asReadonly: (wrap?: Parameters<typeof wrapStreams>[1]) =>
      wrap === undefined ? readonly : readonlyView(wrapStreams(streams, wrap)),
    listEncoder: (versionsReset?: boolean) => cache.codec.listEncoder(cache.objects, versionsReset),
  });
}

const storeByKey =
  'newStore() and newIndexer() of rx-informer/client-go take those of deltaFifoByKey(), newDeltaFIFO() and newRealFIFO()';

const deltaFifoIsMissing =
  'put deltaFifo() before the store: reflect(source).pipe(deltaFifo()).subscribe(store)';
