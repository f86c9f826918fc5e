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
import { WriteLine } from './machine/write-line.ts';
import { aStorage, type IndexedStore, type StoreOptions, type StoreSubject } from './store-subject.ts';
import { addIndexersTo, indexersRule, storeReader } from './store-reader.ts';
import { reportUnhandledError, resultInSlices, runGuarded } from '../scheduling/index.ts';

/**
 * The indexed store subject: an Observer of deltas, an Observable of changes, a reader between. It applies, then
 * tells; a replace becomes visible at once; a write from inside a subscriber waits its turn.
 *
 * Follows client-go's `Indexer` and `processDeltas` (B112–B116, B123, B180–B186); it differs where the guarantees ask
 * for it: a relist is silent about what did not change (G7), another uid is `deleted`, then `added` (G6), a watch event
 * that is older than what is there changes nothing (G2), an index function that throws costs one entry (B190).
 *
 * @throws OptionsError for an option that is none; later for an index that does not exist, or a name that is taken
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
  const line = new WriteLine();
  const live = new Subject<readonly Change<T>[]>();
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
    line.hold();
    try {
      if (!hasEnded) commit(changes);
    } finally {
      // Even if a delta was malformed: those before it are applied, and what is applied is told.
      decoded(cache, changes);
      if (changes.length > 0) live.next(changes);
      reportProblems(); // last, or whoever subscribes from there is told these changes twice
      line.release();
    }
    return changes;
  };

  const inTurn = (action: () => void): void => {
    if (line.isFree) action();
    else {
      line.enter((leave) => {
        runGuarded(action); // its caller has long returned
        leave();
      });
    }
  };

  // Emits when the turn has come; it lasts until this is unsubscribed.
  const turn$ = new Observable<unknown>((subscriber) => line.enter((leave) => subscriber.next(leave)));

  // Live first: what the receiver of the snapshot causes is not lost. Until it has returned, writes wait.
  const batches$ = defer(() => {
    const changes = snapshot(cache);
    if (changes.length === 0) return live;
    const telling = defer(() => {
      line.hold();
      return of(changes).pipe(finalize(() => line.release()));
    });
    return merge(live, telling);
  });

  const readerOver = (others$: Observable<readonly Change<T>[]>): IndexedStore<T, Index> =>
    storeReader<T, Index>(cache, others$, (more) => {
      addIndexersTo(cache, more);
      reportProblems();
    });
  if (indexers !== undefined) addIndexersTo(cache, indexers as Indexers<T>);
  const readonly = readerOver(batches$);

  return Object.assign(readerOver(batches$), {
    next: (deltas: Deltas<T>) => {
      check(deltas);
      inTurn(() => write((changes) => applyDeltas(cache, deltas, changes)));
    },
    error: (error: unknown) =>
      inTurn(() => {
        // A Subject without a subscriber would drop it, and the content stay as it is, as if it were in step.
        if (!hasEnded && !live.observed) reportUnhandledError(error);
        hasEnded = true;
        live.error(error);
      }),
    complete: () =>
      inTurn(() => {
        hasEnded = true;
        live.complete();
      }),
    apply: (deltas: Deltas<T>): Observable<readonly Change<T>[]> | undefined => {
      check(deltas);
      if (line.isFree && !isReplace(deltas)) {
        write((changes) => applyDeltas(cache, deltas, changes));
        return undefined;
      }
      return turn$.pipe(
        switchMap(() => resultInSlices(() => prepare(cache, deltas))),
        map(write),
        take(1),
        observeOn(queueScheduler),
      );
    },
    asReadonly: (others$?: typeof batches$) => (others$ === undefined ? readonly : readerOver(others$)),
    listEncoder: (versionsReset?: boolean) => cache.codec.listEncoder(cache.objects, versionsReset),
  });
}

const storeByKey =
  'newStore() and newIndexer() of rx-informer/client-go take those of deltaFifoByKey(), newDeltaFIFO() and newRealFIFO()';

const deltaFifoIsMissing =
  'put deltaFifo() before the store: reflect(source).pipe(deltaFifo()).subscribe(store)';
