import type { Observable, Subscription } from 'rxjs';
import type { DeliveryMetrics, ResourceEventHandler } from '../../delivery/index.ts';
import type { ChangesOptions, Informer } from '../../informer/index.ts';
import type { KubeError } from '../../objects/index.ts';
import type { ReflectorStatus } from '../../reflector/index.ts';
import type { IndexedStore, Indexers } from '../../store/index.ts';

/** The registration of one handler with a shared informer. */
export interface ResourceEventHandlerRegistration {
  /**
   * Returns whether the informer has synced, and the first calls of the handler have ended. The first calls
   * are the calls for the first list, or for the objects that were in the store when the handler was added.
   * Once true, the result stays true.
   */
  hasSynced(): boolean;
  /**
   * Emits once and completes when `hasSynced` becomes true. If `hasSynced` is already true, the Observable
   * emits immediately. If `hasSynced` cannot become true any more, the Observable completes without a value.
   */
  readonly synced$: Observable<void>;
  /**
   * The current metrics of the handler's buffer. The metrics can also be read during a call of the handler.
   * The change that the handler is processing is not included in `pending`.
   */
  readonly metrics: DeliveryMetrics;
}

/** The options of a handler of a shared informer, as client-go's `HandlerOptions`. */
export interface HandlerOptions extends Omit<ChangesOptions, 'resyncPeriod'> {
  /**
   * The resync period of the handler in ms. Default: the period of the informer. 0 means no resync. The
   * minimum is 1,000 ms.
   *
   * The informer decides the effective period as client-go does. A handler that is added before the start of
   * the informer can lower the check period of the informer. After the start, the period is raised to the
   * check period. The effective period is a multiple of the check period. An informer whose own period is 0
   * has no resync.
   */
  readonly resyncPeriod?: number;
}

/**
 * A callback for the errors of a reflector. The reflector calls the callback for each failure, for each
 * invalid object that the reflector drops, and for the error that ends the reflector. The status contains the
 * phase and the time of the next attempt. If the handler throws, RxJS reports the thrown error as unhandled.
 */
export type WatchErrorHandler = (error: KubeError, status: ReflectorStatus) => void;

/** The controller of a shared informer, as client-go's `Controller`. */
export interface InformerController {
  /** Returns whether the first list is in the store; see `SharedInformer.hasSynced`. */
  hasSynced(): boolean;
  /** Returns the last received resourceVersion; see `SharedInformer.lastSyncResourceVersion`. */
  lastSyncResourceVersion(): string;
  /** This method has no effect. Run the informer itself (B163). */
  run(signal?: AbortSignal): Subscription;
}

/** An informer whose handlers can be added and removed, as client-go's `SharedInformer`. */
export interface SharedInformer<T, Index extends string = string> extends Informer<T, Index> {
  /**
   * Adds a handler to the informer. A handler can be added at any time before the stop. A handler that is
   * added late gets `onAdd(…, true)` for each stored object. Several registrations of one handler are
   * independent (B141). The informer calls no handler before `run`.
   *
   * @throws OptionsError for an unknown option, or a value that an option does not allow
   * @throws KubeError if the informer has stopped (B144)
   */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options?: HandlerOptions,
  ): ResourceEventHandlerRegistration;
  /**
   * Removes a handler. After this call no call of the handler starts, and its buffered changes are dropped. A
   * running call of the handler continues. A second call has no effect. A registration of another informer
   * has no effect, either (B140).
   */
  removeEventHandler(registration: ResourceEventHandlerRegistration): void;
  /**
   * Removes a handler as `removeEventHandler` does. The promise resolves when the running call of the handler
   * has ended, including its promise or Observable. Do not await the promise inside the same handler, because
   * it would never resolve.
   */
  shutDownEventHandler(registration: ResourceEventHandlerRegistration): Promise<void>;
  /** Returns the store, which is client-go's `Store` and `Indexer` in one. */
  getStore(): IndexedStore<T, Index>;
  /**
   * Returns the controller of the informer. `run` of the controller has no effect. The other methods are the
   * methods of the informer (B163).
   */
  getController(): InformerController;
  /** Returns whether the first list is in the store. The handlers may still wait for the list (B149). */
  hasSynced(): boolean;
  /** Returns the last received resourceVersion, or `''` before the first list. */
  lastSyncResourceVersion(): string;
  /**
   * Sets the function that the informer calls for each object before the object is stored. Call
   * `setTransform` before `run`. After several calls, the last function counts.
   *
   * @throws KubeError after `run`, or if the shared informer did not create its reflector
   */
  setTransform(transform: (object: T) => T): void;
  /**
   * Sets the handler of failures, in addition to `status$`. Call the method before `run`. After several
   * calls, the last handler counts.
   *
   * @throws KubeError after `run`, or if the shared informer did not create its reflector
   */
  setWatchErrorHandler(handler: WatchErrorHandler): void;
  /**
   * Runs the informer until the signal aborts, or the subscription or the source ends. From now on, the
   * informer calls the handlers. A second call during the run returns the same subscription. An informer runs
   * only once, but its store stays readable after the stop. An error that ends the informer goes to the watch
   * error handler, to the subscribers of `changes`, or to a pending `waitForCacheSync`. If the error has none
   * of these receivers, RxJS reports the error as an unhandled error.
   *
   * @throws KubeError if the informer has stopped
   */
  run(signal?: AbortSignal): Subscription;
  /** Runs the informer. `start` does the same as `run`. */
  start(signal?: AbortSignal): Subscription;
  /** Returns whether the informer has stopped after a run. */
  isStopped(): boolean;
}

/** A shared informer to which indexes can be added, as client-go's `SharedIndexInformer`. */
export interface SharedIndexInformer<T, Index extends string = string> extends SharedInformer<T, Index> {
  /**
   * Adds indexes to the store, as `addIndexers` of the store does. A call is possible at any time before the
   * stop.
   *
   * @throws OptionsError for the name of an index that exists
   * @throws KubeError if the informer has stopped (B162)
   */
  addIndexers(indexers: Indexers<T>): void;
  /** Returns the store of the informer. */
  getIndexer(): IndexedStore<T, Index>;
}
