import {
  catchError,
  concatWith,
  defer,
  dematerialize,
  distinctUntilChanged,
  map,
  materialize,
  NEVER,
  type Observable,
  of,
  ReplaySubject,
  share,
  switchMap,
  tap,
  throwError,
} from 'rxjs';
import {
  aFunction,
  anObservable,
  checkArgument,
  KubeError,
  type KubeObject,
  messageOf,
  StatusError,
} from '../objects/index.ts';
import { checkSource, type ListerWatcher } from '../source/index.ts';

/**
 * Creates a source that lists and watches the latest of many sources: a selector, a namespace or a cluster that changes at
 * run time. `source` makes the source of each value. Without `source`, `values$` emits the sources themselves. At another
 * value, an informer lists the new source while its store still has the objects of the old source. Then the store emits the differences, with the cause `relist`: deletions first, then additions and
 * updates. An object that both sources have emits no change, if its uid, its version and its content are equal.
 *
 * - A switch ends the running list, the running watch and the wait for a retry. The informer lists the new source
 *   immediately, and reports no failure. The versions of the new source can be lower, for example if it is another cluster.
 * - The same value again (the same reference) changes nothing.
 * - Before the first value, all requests wait. After `values$` has completed, the last source stays.
 * - If `source` throws or returns something else, the informer keeps its objects, and its status is `waiting` with the error,
 *   until the next value. So a selector that the user has typed wrongly does not end the informer.
 * - If `values$` errors, each running request and each further request errors with this error. The failure class of a
 *   `KubeError` stays; any other error is `transient` for an informer. The informer keeps its objects, and retries, but does
 *   not subscribe to `values$` again before its own next subscription. Add `retry()` to `values$` if its error is not final.
 *   Without `source`, a value that is not a source is such an error, too: an `OptionsError`, with the class `fatal`.
 *
 * All requests and the informer share one subscription to `values$`. Without a reflector, a switch ends a running watch with
 * a `StatusError` with the code 410, and so it ends a list that has emitted a page. A list without a page starts again at the
 * new source.
 *
 * @throws OptionsError if `values$` is not an Observable, or `source` is not a function
 *
 * @example
 * ```ts
 * const namespace$ = new BehaviorSubject('shop');
 * const pods = informer(
 *   switchSource(namespace$, (namespace) => listWatch(transport, core.v1.pods, { namespace })),
 * );
 * pods.start();
 * namespace$.next('warehouse'); // the store then has the pods of the namespace warehouse
 * ```
 */
export function switchSource<T extends KubeObject, Value>(
  values$: Observable<Value>,
  source: (value: Value) => ListerWatcher<T>,
): ListerWatcher<T>;
export function switchSource<T extends KubeObject>(sources$: Observable<ListerWatcher<T>>): ListerWatcher<T>;
export function switchSource<T extends KubeObject>(
  values$: Observable<unknown>,
  source?: (value: unknown) => ListerWatcher<T>,
): ListerWatcher<T> {
  checkArgument('switchSource: values$', values$, anObservable);
  if (source !== undefined) checkArgument('switchSource: source', source, aFunction);
  const latest$ = values$.pipe(
    distinctUntilChanged(),
    map((value) => (source === undefined ? checked<T>(value) : sourceOf(() => checked<T>(source(value))))),
    catchError((error: unknown) => of(new FailingSource<T>(withoutStatus(error)))),
    concatWith(NEVER),
    share({ connector: () => new ReplaySubject<ListerWatcher<T>>(1), resetOnRefCountZero: true }),
  );
  return {
    origin$: latest$.pipe(switchMap((source) => source.origin$ ?? of(source))),
    list: (...query) => ofLatest(latest$, (source) => source.list(...query), 'untilFirstValue'),
    watch: (...query) => ofLatest(latest$, (source) => source.watch(...query), 'never'),
  };
}

/**
 * Sends one request to the latest source.
 *
 * @param restarts - whether the request starts again at another source; if not, it errors
 */
function ofLatest<T extends KubeObject, V>(
  latest$: Observable<ListerWatcher<T>>,
  send: (source: ListerWatcher<T>) => Observable<V>,
  restarts: 'untilFirstValue' | 'never',
): Observable<V> {
  return defer(() => {
    let mayStart = true;
    return latest$.pipe(
      switchMap((source) => {
        if (!mayStart && !(source instanceof FailingSource)) return throwError(switched);
        mayStart = restarts === 'untilFirstValue';
        return send(source).pipe(
          tap(() => (mayStart = false)),
          materialize(), // the end of the request is the end of the result, also while `latest$` goes on
        );
      }),
      dematerialize(),
    );
  });
}

function checked<T extends KubeObject>(source: unknown): ListerWatcher<T> {
  checkSource('switchSource', source);
  return source as ListerWatcher<T>;
}

/** Returns a source, or the source of an error that does not end an informer. */
function sourceOf<T extends KubeObject>(make: () => ListerWatcher<T>): ListerWatcher<T> {
  try {
    return make();
  } catch (cause) {
    return new FailingSource<T>(
      new KubeError('transient', `switchSource: the source function failed: ${messageOf(cause)}`, {
        cause,
        advice: 'correct the value or the function; the informer goes on with the next value',
      }),
    );
  }
}

const switched = (): StatusError =>
  new StatusError({ code: 410, reason: 'Expired', message: 'the source was switched: list again' });

/** The source after an error of `values$` or of the source function: each request errors with this error. */
class FailingSource<T extends KubeObject> implements ListerWatcher<T> {
  readonly #error$: Observable<never>;

  constructor(error: unknown) {
    this.#error$ = throwError(() => error);
  }

  list(): Observable<never> {
    return this.#error$;
  }

  watch(): Observable<never> {
    return this.#error$;
  }
}

/** A status that an Observable of sources errors with is no answer for the collection, so it must not remove objects. */
const withoutStatus = (error: unknown): unknown =>
  error instanceof StatusError ? new KubeError(error.failure, error.message, { cause: error }) : error;
