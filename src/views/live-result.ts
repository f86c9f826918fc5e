import {
  audit,
  catchError,
  concat,
  defaultIfEmpty,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  map,
  merge,
  type Observable,
  ReplaySubject,
  switchMap,
  take,
  takeUntil,
  tap,
  throwError,
} from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { anObject, anObservable, aString, OptionsError, type Rule } from '../objects/index.ts';
import { resultInSlices } from '../scheduling/index.ts';
import type { Change, IndexedStore } from '../store/index.ts';
import type { QueryResult } from './machine/query-result.ts';

/** How a view makes its result. */
export interface LiveResult<T, R> {
  /** The batches of the store. */
  readonly batches$: Observable<readonly Change<T>[]>;
  /** The rows of the view, updated by the batches. Absent if `read` reads the store. */
  readonly result?: Pick<QueryResult<T>, 'apply' | 'settle'>;
  /** Returns the result. While nothing has changed, the result is the same value. */
  readonly read: () => R;
  /** Asks for a new result without a change of the store, for example when a window moves. */
  readonly requests$?: Observable<unknown>;
  readonly notifier: Observable<unknown>;
}

/**
 * Emits the result of a view after the informer has synced, and then each changed result, when the notifier
 * emits. The result is made in slices. Before an error or the completion of the informer, the view emits the
 * newest result.
 */
export function liveResult<T, R>(
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  { batches$, result, read, requests$ = EMPTY, notifier }: LiveResult<T, R>,
): Observable<R> {
  return defer(() => {
    let end$: Observable<never> = EMPTY;
    const untilError$ = batches$.pipe(
      catchError((error: unknown) => {
        end$ = throwError(() => error);
        return EMPTY;
      }),
    );
    const settled$ = resultInSlices(function* () {
      if (result !== undefined) yield* result.settle();
    });
    const result$ = whenSynced(informer, untilError$, (batch) => result?.apply(batch), requests$).pipe(
      audit(() =>
        from(notifier).pipe(
          take(1),
          defaultIfEmpty(undefined),
          switchMap(() => settled$),
        ),
      ),
      map(read),
      distinctUntilChanged(),
    );
    return concat(
      result$,
      defer(() => end$),
    );
  });
}

/**
 * Emits when a view has to read the store again. The first emission comes with the first complete list of the
 * informer, even if the list is empty. Later emissions come with each batch of changes, and with the
 * completion of the batches.
 *
 * @param batches$ - the batches of the store, or of one key
 * @param onBatch - called with each batch, also before the informer has synced
 * @param requests$ - further reasons to read the store again
 */
export function whenSynced<T, B>(
  { store, status$ }: Pick<Informer<T>, 'store' | 'status$'>,
  batches$: Observable<B>,
  onBatch: (batch: B) => void,
  requests$: Observable<unknown> = EMPTY,
): Observable<unknown> {
  return defer(() => {
    // `ended` is a ReplaySubject, because a synchronous source can end before the code subscribes to `ended`.
    const ended = new ReplaySubject<void>(1);
    // A request before the content of the store has arrived would read an empty result.
    let isSubscribed = false;
    const applied$ = batches$.pipe(tap({ next: onBatch, complete: () => ended.next() }));
    const synced$ = defer(() => {
      isSubscribed = true;
      return status$;
    }).pipe(
      filter(({ hasSynced }) => hasSynced),
      take(1),
      takeUntil(ended),
    );
    return merge(
      requests$.pipe(
        filter(() => isSubscribed),
        takeUntil(ended),
      ),
      applied$,
      synced$,
      ended.pipe(take(1)),
    ).pipe(filter(() => store.hasSynced));
  });
}

/** The objects that a view contains. */
export interface MemberSelection {
  readonly index?: { readonly name: string; readonly value: string } | undefined;
  readonly cluster?: string | undefined;
}

/** How a view reads its objects. */
export interface Members<T> {
  /** The batches of the store. A new subscriber first gets only the objects with the index value. */
  readonly batches$: Observable<readonly Change<T>[]>;
  /** Whether an object has the value. Absent if the view contains all objects. */
  readonly isMember: ((object: T) => boolean) | undefined;
}

/**
 * Returns how a view reads the objects of an index value or of a cluster, or all objects.
 *
 * @param of - the name of the view, for the error
 * @throws OptionsError for an index that the store does not have
 */
export function membersOf<T>(
  of: string,
  store: IndexedStore<T>,
  { index, cluster }: MemberSelection,
): Members<T> {
  if (cluster !== undefined) {
    const { batches$, isMember } = membersOf(of, store, { index });
    const isInCluster = (change: Change<T>): boolean => change.cluster === cluster;
    return { batches$: batches$.pipe(map((batch) => batch.filter(isInCluster))), isMember };
  }
  if (index === undefined) return { batches$: store.batches$, isMember: undefined };
  const { name, value } = index;
  const indexers = store.getIndexers() as Readonly<Record<string, (object: T) => readonly string[]>>;
  const indexFunc = Object.hasOwn(indexers, name) ? indexers[name] : undefined;
  if (indexFunc === undefined) {
    const names = Object.keys(indexers).join(', ');
    throw new OptionsError(`${of}: index`, name, names === '' ? 'added first' : `one of ${names}`);
  }
  return {
    batches$: store.batchesWithin?.(name, value) ?? store.batches$,
    isMember: (object) => {
      try {
        const values: unknown = indexFunc(object);
        return Array.isArray(values) && values.includes(value);
      } catch {
        return false; // the store does not add the object to the index, and reports the error
      }
    },
  };
}

/** Checks the argument of a view: an informer, or an object with the store and the status of an informer. */
export const anInformer: Rule = {
  allowed: 'an informer',
  test: (given) => {
    const { store, status$ } = (given ?? {}) as { store?: { batches$?: unknown } | null; status$?: unknown };
    return anObservable.test(store?.batches$) && anObservable.test(status$);
  },
};

export const anIndexSelection: Rule = {
  allowed: 'an index and its value: { name, value }',
  test: (given) => {
    if (!anObject.test(given)) return false;
    const { name, value } = given as Partial<Record<string, unknown>>;
    return aString.test(name) && aString.test(value);
  },
};
