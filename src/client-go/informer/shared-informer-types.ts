import type { Observable, Subscription } from 'rxjs';
import type { DeliveryMetrics, ResourceEventHandler } from '../../delivery/index.ts';
import type { ChangesOptions, Informer } from '../../informer/index.ts';
import type { KubeError } from '../../objects/index.ts';
import type { ReflectorStatus } from '../../reflector/index.ts';
import type { IndexedStore, Indexers } from '../../store/index.ts';

/** The registration of one handler. */
export interface ResourceEventHandlerRegistration {
  /**
   * Returns true once the informer has synced and the first calls of the handler have ended. These are the calls for the first
   * list, or for the objects that were in the store when the handler was added. The result then stays true.
   */
  hasSynced(): boolean;
  /**
   * Emits once and completes when `hasSynced` becomes true, or at once if it is already true. Completes without a value if
   * `hasSynced` cannot become true.
   */
  readonly synced$: Observable<void>;
  /**
   * The current metrics of the buffer of the handler, also during a call. The change of the current call does not count
   * as pending.
   */
  readonly metrics: DeliveryMetrics;
}

/** The options of a handler of a shared informer: client-go's `HandlerOptions`. */
export interface HandlerOptions extends Omit<ChangesOptions, 'resyncPeriod'> {
  /**
   * The resync period of the handler in ms. Default: the period of the informer; 0: no resync. The period is negotiated as in
   * client-go. The minimum is 1,000 ms. A handler that is added before the start of the informer can lower the check period of the
   * informer. After the start, the period is raised to the check period. The effective period is a multiple of the check period. An
   * informer whose own period is 0 has no resync.
   */
  readonly resyncPeriod?: number;
}

/**
 * Called for each failure of the reflector, for each invalid object that the reflector drops, and for the error that ends the
 * reflector. The status contains the phase and the time of the next attempt. If the handler throws, RxJS reports the thrown error
 * as unhandled.
 */
export type WatchErrorHandler = (error: KubeError, status: ReflectorStatus) => void;

/** client-go's `Controller`, as a shared informer returns it. */
export interface InformerController {
  /** See `SharedInformer.hasSynced`. */
  hasSynced(): boolean;
  /** See `SharedInformer.lastSyncResourceVersion`. */
  lastSyncResourceVersion(): string;
  /** Has no effect: run the informer itself (B163). */
  run(signal?: AbortSignal): Subscription;
}

/** client-go's `SharedInformer`: an informer whose handlers can be added and removed. */
export interface SharedInformer<T, Index extends string = string> extends Informer<T, Index> {
  /**
   * Adds a handler at any time before the stop. A handler that is added late gets `onAdd(…, true)` for each stored object. Several
   * registrations of one handler are independent (B141). The informer calls no handler before `run`.
   *
   * @throws OptionsError for an unknown option, or a value that an option does not allow
   * @throws KubeError once the informer has stopped (B144)
   */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options?: HandlerOptions,
  ): ResourceEventHandlerRegistration;
  /**
   * Removes a handler. After the return no call of the handler starts, and its buffered changes are dropped; a call in flight
   * continues. A second call has no effect. The registration of another informer has no effect, either (B140).
   */
  removeEventHandler(registration: ResourceEventHandlerRegistration): void;
  /**
   * Removes a handler as `removeEventHandler` does. Resolves when the call in flight has ended, including its promise or
   * Observable. Do not await the result inside the same handler: the promise would never resolve.
   */
  shutDownEventHandler(registration: ResourceEventHandlerRegistration): Promise<void>;
  /** Returns the store, which is client-go's `Store` and `Indexer` in one. */
  getStore(): IndexedStore<T, Index>;
  /** Returns a controller. `run` of the controller has no effect; the other methods are the methods of the informer (B163). */
  getController(): InformerController;
  /** Returns whether the first list is in the store. The handlers may not have received the list yet (B149). */
  hasSynced(): boolean;
  /** Returns the last received resourceVersion, or `''` before the first list. */
  lastSyncResourceVersion(): string;
  /**
   * Sets the function that the informer calls for each object before the object is stored. Call `setTransform` before `run`. The
   * last call wins.
   *
   * @throws KubeError after `run`, or if the shared informer did not create its reflector
   */
  setTransform(transform: (object: T) => T): void;
  /**
   * Sets the handler of failures, in addition to `status$`. Call the method before `run`. The last call wins.
   *
   * @throws KubeError after `run`, or if the shared informer did not create its reflector
   */
  setWatchErrorHandler(handler: WatchErrorHandler): void;
  /**
   * Runs the informer until the signal aborts, or the subscription or the source ends. The informer calls the handlers from now on.
   * A second call during the run returns the same subscription. An informer runs once; the store stays readable after the stop. An
   * error that ends the informer goes to the watch error handler, to the subscribers of `changes`, or to a pending
   * `waitForCacheSync`. Without any of these receivers, RxJS reports the error as an unhandled error.
   *
   * @throws KubeError once the informer has stopped
   */
  run(signal?: AbortSignal): Subscription;
  /** Does the same as `run`. */
  start(signal?: AbortSignal): Subscription;
  /** Returns whether the informer has stopped after a run. */
  isStopped(): boolean;
}

/** client-go's `SharedIndexInformer`. */
export interface SharedIndexInformer<T, Index extends string = string> extends SharedInformer<T, Index> {
  /**
   * Adds indices, as `addIndexers` of the store does, at any time before the stop.
   *
   * @throws OptionsError for a name that exists
   * @throws KubeError once the informer has stopped (B162)
   */
  addIndexers(indexers: Indexers<T>): void;
  /** Returns the store. */
  getIndexer(): IndexedStore<T, Index>;
}
