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
  /** Called at each resync: whether this handler gets it. Absent: the handler gets no resync (B129). */
  readonly shouldResync?: () => boolean;
  /** Its first value ends this listener alone: no call begins after it, and the changes that wait are dropped (B146, B157). */
  readonly removed?: Observable<unknown>;
  /** @internal */
  readonly setup?: ListenerSetup<T>;
  /** @internal Called when an error of its buffer or its notifier has ended the listener. */
  readonly onFailure?: () => void;
}

/** A change, and the handler that has handled it. */
export interface HandledChange<T> {
  /** The same object as in the listener, not a copy. */
  readonly handler: ResourceEventHandler<T>;
  readonly change: Change<T>;
}

/**
 * client-go's `sharedProcessor`: calls every handler with each change, and the handlers that are due with a resync. Each handler has
 * a buffer and a notifier of its own, as in `processorListener`. All start and stop together (B129, B158, B159).
 *
 * It subscribes to the source once for each listener, so that a late listener gets the current content. Use a store's `batches$`, a
 * Subject, or a shared source. An error of one listener, such as an overflow of its buffer, goes to the handler's `onError` and
 * ends no other listener. It completes with the source, after the changes that wait, and unsubscribes from an Observable of
 * listeners.
 *
 * @param listeners - an Observable can add a listener at any time
 * @throws OptionsError for a listener that is not allowed; an error notification if it came from an Observable
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
      // All initial listeners are subscribed, even if the source completes during the first subscription. After an error they are
      // not, because a shared source would start again for each.
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
      // The error of the source was caught before, so this one is of the listener's buffer or notifier.
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
