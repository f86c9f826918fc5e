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

/** One handler of a shared processor, with the options of its delivery. */
export interface SharedListener<T> extends DeliveryOptions {
  readonly handler: ResourceEventHandler<T>;
  /**
   * A function that is called at each resync, and returns whether the handler gets the resync. If the
   * function is absent, the handler gets no resync (B129).
   */
  readonly shouldResync?: () => boolean;
  /**
   * An Observable that removes the listener. The first value ends only this listener. Then no call of the
   * handler starts, and the listener drops its buffered changes (B146, B157).
   */
  readonly removed?: Observable<unknown>;
  /** @internal */
  readonly setup?: ListenerSetup<T>;
  /**
   * @internal A callback that is called when an error of the buffer or of the notifier has ended the
   * listener.
   */
  readonly onFailure?: () => void;
}

/** A change, and the handler that has handled the change. */
export interface HandledChange<T> {
  /** The handler that was passed with the listener, not a copy. */
  readonly handler: ResourceEventHandler<T>;
  readonly change: Change<T>;
}

/**
 * Calls every handler with each change, as client-go's `sharedProcessor` does. A resync goes only to the handlers whose
 * resync time has come. Each handler has its own buffer and notifier, as in `processorListener`. All handlers start and
 * stop together (B129, B158, B159).
 *
 * The operator subscribes to the source once for each listener, so a late listener gets the current content. Use
 * `batches$` of a store, a Subject, or a shared source. An error of one listener, for example an overflow of its
 * buffer, goes to `onError` of the handler and ends no other listener. When the source completes, the operator
 * unsubscribes from the Observable of listeners, emits the buffered changes, and completes.
 *
 * @param listeners - an Observable can add a listener at any time
 * @throws OptionsError for a listener that is not allowed. If an Observable emits such a listener, the operator emits
 *   an error notification instead
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
      // If the source completes during the first subscription, the other initial listeners are still
      // subscribed. After an error of the source they are not subscribed, because a shared source would start
      // again for each listener.
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
          return listen(batches$, listener, scheduler);
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

function listen<T>(
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
  const handled$ = ownBatches$.pipe(
    processorListener(handler, delivery, { ...setup, scheduler }),
    map((change) => ({ handler, change })),
    catchError((error: unknown) => {
      onFailure?.();
      // Code before this operator catches each error of the source. So this error is from the buffer or the
      // notifier.
      reportHandlerError(handler, 'delivery', undefined, error);
      return EMPTY;
    }),
  );
  return removed === undefined ? handled$ : handled$.pipe(takeUntil(removed));
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
