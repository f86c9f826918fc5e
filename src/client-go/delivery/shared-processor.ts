import {
  catchError,
  concat,
  defer,
  EMPTY,
  from,
  map,
  merge,
  mergeMap,
  type Observable,
  type OperatorFunction,
  ReplaySubject,
  Subject,
  takeUntil,
  tap,
  throwError,
  zip,
} from 'rxjs';
import {
  aHandler,
  createListenerScheduler,
  type DeliveryOptions,
  deliveryRules,
  type ListenerScheduler,
  type ListenerSetup,
  processorListener,
  reportHandlerError,
  type ResourceEventHandler,
} from '../../delivery/index.ts';
import {
  aFunction,
  anObject,
  anObservable,
  checkArgument,
  checkOptions,
  type Rule,
} from '../../objects/index.ts';
import { type Change, withoutResyncs } from '../../store/index.ts';

/** One handler of a shared processor, and how it is served. */
export interface SharedListener<T> extends DeliveryOptions {
  readonly handler: ResourceEventHandler<T>;
  /** Asked at each resync: whether it is for this handler. Absent: none is (B129). */
  readonly shouldResync?: () => boolean;
  /** Its first value ends this listener alone: no call begins after it, and what waits is dropped (B146, B157). */
  readonly removed?: Observable<unknown>;
  /** @internal */
  readonly setup?: ListenerSetup<T>;
  /** @internal Called when the listener's buffer or pace has ended it. */
  readonly onFailure?: () => void;
}

/** A change, and the handler that has handled it. */
export interface HandledChange<T> {
  /** The one that was given, not a copy. */
  readonly handler: ResourceEventHandler<T>;
  readonly change: Change<T>;
}

/**
 * client-go's `sharedProcessor`: gives each change to every handler, and a resync to those that are due; each has a
 * buffer and a pace of its own, as `processorListener`. All start and stop together (B129, B158, B159).
 *
 * The source is subscribed to once for each listener, so that one who comes late is told what is there: it is a store's
 * `batches$`, a Subject, or shared. What ends one listener, such as its buffer that overflows, is told to its `onError`
 * and ends no other. The end of the source comes after all that waits; an Observable of listeners is then left.
 *
 * @param listeners - an Observable may bring more at any time
 * @throws OptionsError for a listener that is none; as an error notification for one of an Observable
 *
 * @example
 * ```ts
 * store.batches$
 *   .pipe(sharedProcessor([{ handler: { onAdd: (pod) => release(pod) } }, { handler: {}, buffer: 'conflate' }]))
 *   .subscribe(({ change }) => console.log(change.key));
 * ```
 */
export function sharedProcessor<T>(
  listeners: readonly SharedListener<T>[] | Observable<SharedListener<T>>,
): OperatorFunction<readonly Change<T>[], HandledChange<T>>;
/** @internal */
export function sharedProcessor<T>(
  listeners: readonly SharedListener<T>[] | Observable<SharedListener<T>>,
  scheduler: ListenerScheduler,
): OperatorFunction<readonly Change<T>[], HandledChange<T>>;
export function sharedProcessor<T>(
  listeners: readonly SharedListener<T>[] | Observable<SharedListener<T>>,
  given?: ListenerScheduler,
): OperatorFunction<readonly Change<T>[], HandledChange<T>> {
  checkArgument('sharedProcessor: listeners', listeners, someListeners);
  if (Array.isArray(listeners)) (listeners as unknown[]).forEach(checkListener);

  return (source) =>
    defer(() => {
      const scheduler = given ?? createListenerScheduler();
      let failure: { readonly error: unknown } | undefined;
      const ended = new ReplaySubject<void>(1);
      const begun = new ReplaySubject<void>(1);
      const failed = new Subject<void>();

      const batches$ = source.pipe(
        catchError((error: unknown) => {
          failure ??= { error };
          failed.next();
          return EMPTY;
        }),
        tap({ complete: () => ended.next() }),
      );
      // Those that are there at once are served even if the source ends before the second has come, but not if it fails: a
      // source that is shared would begin anew for each.
      const listeners$ = merge(
        from(listeners),
        defer(() => {
          begun.next();
          return EMPTY;
        }),
      ).pipe(takeUntil(merge(failed, zip(ended, begun))));
      const handled$ = listeners$.pipe(
        mergeMap((listener) => {
          checkListener(listener);
          return serve(batches$, listener, scheduler);
        }),
      );
      return concat(
        handled$,
        defer(() => {
          const failedWith = failure;
          return failedWith === undefined ? EMPTY : throwError(() => failedWith.error);
        }),
      );
    });
}

function serve<T>(
  batches$: Observable<readonly Change<T>[]>,
  listener: SharedListener<T>,
  scheduler: ListenerScheduler,
): Observable<HandledChange<T>> {
  const { handler, shouldResync, removed, setup, onFailure, ...delivery } = listener;
  const ownBatches$ = batches$.pipe(
    map((batch) => {
      const others = withoutResyncs(batch);
      return others === batch || shouldResync?.() === true ? batch : others;
    }),
  );
  const served$ = ownBatches$.pipe(
    processorListener(handler, delivery, { ...setup, scheduler }),
    map((change) => ({ handler, change })),
    catchError((error: unknown) => {
      onFailure?.();
      // The source's own error has been taken out before, so this is of the listener's buffer or pace.
      reportHandlerError(handler, 'delivery', undefined, error);
      return EMPTY;
    }),
  );
  return removed === undefined ? served$ : served$.pipe(takeUntil(removed));
}

const someListeners: Rule = {
  allowed: 'an array or an Observable of listeners: { handler, shouldResync?, removed?, … }',
  test: (given) => Array.isArray(given) || anObservable.test(given),
};

function checkListener(listener: unknown): void {
  checkArgument('sharedProcessor: listener', listener, anObject);
  const { setup, onFailure, ...options } = listener as SharedListener<unknown>;
  checkOptions('sharedProcessor', options, {
    ...deliveryRules,
    handler: aHandler,
    shouldResync: aFunction,
    removed: anObservable,
  });
  checkArgument('sharedProcessor: handler', options.handler, aHandler);
}
