import type { Observable, Subscription } from 'rxjs';
import type { DeliveryMetrics, ResourceEventHandler } from '../../delivery/index.ts';
import type { ChangesOptions, Informer } from '../../informer/index.ts';
import type { KubeError } from '../../objects/index.ts';
import type { ReflectorStatus } from '../../reflector/index.ts';
import type { IndexedStore, Indexers } from '../../store/index.ts';

/** One handler's registration. */
export interface ResourceEventHandlerRegistration {
  /**
   * True once the informer has synced, and the handler's calls for the first list, or for the objects that were stored when it was
   * added, have finished. It stays true.
   */
  hasSynced(): boolean;
  /** Emits once and completes when `hasSynced` becomes true, or at once if it is. Completes without a value if it cannot become true. */
  readonly synced$: Observable<void>;
  /** The current metrics of its buffer, also during a call. The change of that call does not count as pending. */
  readonly metrics: DeliveryMetrics;
}

/** The options of a handler of a shared informer; client-go's `HandlerOptions`. */
export interface HandlerOptions extends Omit<ChangesOptions, 'resyncPeriod'> {
  /**
   * Default the informer's; 0 is never. It is negotiated as in client-go: the minimum is 1,000 ms. Before the start it can lower
   * the period of the informer's checks; later it is raised to that period. In effect it is rounded up to a multiple of that
   * period. An informer whose own period is 0 has no resync.
   */
  readonly resyncPeriod?: number;
}

/**
 * Called for each failure of the reflector, for each invalid object that it drops, and for the error that ends it. The status has
 * the phase and the time of the next attempt. RxJS reports an error of this handler as unhandled.
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

/** client-go's `SharedInformer`: an informer with handlers to add and remove. */
export interface SharedInformer<T, Index extends string = string> extends Informer<T, Index> {
  /**
   * Adds a handler, at any time before the stop. A handler that is added late gets `onAdd(…, true)` for each stored object. Several
   * registrations of one handler are independent (B141). No handler is called before `run`.
   *
   * @throws OptionsError for an unknown option, or a value that an option does not allow
   * @throws KubeError once the informer has stopped (B144)
   */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options?: HandlerOptions,
  ): ResourceEventHandlerRegistration;
  /**
   * After it returns, no call of the handler begins. The changes that wait are dropped; a call in flight continues. A second call,
   * or a registration of another informer, has no effect (B140).
   */
  removeEventHandler(registration: ResourceEventHandlerRegistration): void;
  /**
   * As `removeEventHandler`; resolves when the call in flight has ended, with the promise or Observable that it returned. Do not
   * await it inside that handler: it would never resolve.
   */
  shutDownEventHandler(registration: ResourceEventHandlerRegistration): Promise<void>;
  /** The store, which is client-go's `Store` and `Indexer` in one. */
  getStore(): IndexedStore<T, Index>;
  /** Its `run` has no effect; its other methods are those of the informer (B163). */
  getController(): InformerController;
  /** Whether the first list is in the store. Handlers may not have been called with it yet (B149). */
  hasSynced(): boolean;
  /** The last resourceVersion received; `''` before the first list. */
  lastSyncResourceVersion(): string;
  /**
   * Sets the function that is called for each object before it is stored. Call it before `run`. The last call wins.
   *
   * @throws KubeError after `run`, or when the shared informer did not create its reflector
   */
  setTransform(transform: (object: T) => T): void;
  /**
   * Sets the handler of failures, beside `status$`. Call it before `run`. The last call wins.
   *
   * @throws KubeError after `run`, or when the shared informer did not create its reflector
   */
  setWatchErrorHandler(handler: WatchErrorHandler): void;
  /**
   * Runs until the signal aborts, or the subscription or the source ends. Handlers are called from now on. A second call while it
   * runs returns the same subscription. It runs once; the store stays readable after the stop. An error that ends it goes to the
   * watch error handler, to the subscribers of its changes or to a pending `waitForCacheSync`. Without any of these, RxJS reports
   * it as an unhandled error.
   *
   * @throws KubeError once it has stopped
   */
  run(signal?: AbortSignal): Subscription;
  /** The same as `run`: handlers are called from now on. */
  start(signal?: AbortSignal): Subscription;
  /** Whether it has run and has stopped. */
  isStopped(): boolean;
}

/** client-go's `SharedIndexInformer`. */
export interface SharedIndexInformer<T, Index extends string = string> extends SharedInformer<T, Index> {
  /**
   * Adds indices, as the store does, at any time before the stop.
   *
   * @throws OptionsError for a name that exists
   * @throws KubeError once the informer has stopped (B162)
   */
  addIndexers(indexers: Indexers<T>): void;
  /** The store. */
  getIndexer(): IndexedStore<T, Index>;
}
