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
import type { HandlerError } from '../objects/index.ts';
import { reportUnhandledError, resultInSlices, runGuarded } from '../scheduling/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import { decoded, snapshot } from './machine/apply-deltas.ts';
import type { ObjectCache } from './machine/object-cache.ts';
import { KeyRouter } from './machine/key-router.ts';
import type { Commit } from './machine/prepare-replace.ts';
import { WriteMutex } from './machine/write-mutex.ts';
import {
  addIndexersTo,
  storeReader,
  type StoreStreams,
  type WrapStream,
  wrapStreams,
} from './store-reader.ts';
import type { IndexedStore } from './store-subject.ts';

/**
 * The part of a store that is the same for each form of input: ordered writes, the changes, and the reads. An
 * `indexedStore` writes deltas. The store of a view writes rows.
 */
export interface StoreCore<T, Index extends string> {
  /** Whether `write` may be called now: no other write is prepared, applied or emitted. */
  readonly isFree: boolean;
  /** The changes in batches, after the current content as one batch. */
  readonly batches$: Observable<readonly Change<T>[]>;
  /** Applies a write, and emits its changes. */
  readonly write: (commit: Commit<T>) => readonly Change<T>[];
  /** Runs the action now, or after the writes that run. */
  readonly runExclusive: (action: () => void) => void;
  /**
   * Waits for the other writes, prepares a write in slices of 5 ms, and applies the write atomically. The
   * Observable emits the changes, and completes. An unsubscribe cancels the write.
   */
  readonly writeInSlices: (steps: () => Generator<void, Commit<T>, void>) => Observable<readonly Change<T>[]>;
  /** Ends the input and the changes. */
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
  /** Returns the readable part of the store. The function wraps each of its Observables. */
  readonly asReadonly: (wrap?: WrapStream) => IndexedStore<T, Index>;
}

export function storeCore<T, Index extends string>(
  cache: ObjectCache<T>,
  indexers: Indexers<T, Index> | undefined,
  onError: (error: HandlerError) => void = reportUnhandledError,
): StoreCore<T, Index> {
  const mutex = new WriteMutex();
  const liveBatches$ = new Subject<readonly Change<T>[]>();
  const router = new KeyRouter();
  let hasEnded = false;

  const reportProblems = (): void => {
    for (const problem of cache.takeProblems()) runGuarded(() => onError(problem));
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
    changesOf: (identity) =>
      withReplay(
        fromEventPattern<unknown>(
          (listener) => router.add(identity, listener),
          (listener) => router.remove(identity, listener),
        ).pipe(takeUntil(end$)),
        () => (cache.objects.has(identity) ? identity : undefined),
      ),
  };
  if (indexers !== undefined) addIndexersTo(cache, indexers as Indexers<T>);

  return {
    get isFree() {
      return mutex.isFree;
    },
    batches$: streams.batches$,
    write,
    runExclusive,
    writeInSlices: (steps) =>
      acquired$.pipe(
        switchMap(() => resultInSlices(steps)),
        map(write),
        take(1),
        observeOn(queueScheduler),
      ),
    error: (error) =>
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
    asReadonly: (wrap) =>
      storeReader<T, Index>(cache, wrap === undefined ? streams : wrapStreams(streams, wrap), (more) => {
        addIndexersTo(cache, more);
        reportProblems();
      }),
  };
}
