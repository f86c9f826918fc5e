import type { Observable, Subscription } from 'rxjs';
import type { DeliveryMetrics, ResourceEventHandler } from '../../delivery/index.ts';
import type { ChangesOptions, Informer } from '../../informer/index.ts';
import type { KubeError } from '../../objects/index.ts';
import type { ReflectorStatus } from '../../reflector/index.ts';
import type { IndexedStore, Indexers } from '../../store/index.ts';

/** One handler's registration. */
export interface ResourceEventHandlerRegistration {
  /**
   * True once the informer has synced and the handler has been called with all of the first list, or of what it found,
   * and those calls have finished. It stays true.
   */
  hasSynced(): boolean;
  /** Emits once, and completes, when `hasSynced` becomes true; at once if it is. Completes if it never will. */
  readonly synced$: Observable<void>;
  /** How its buffer stands now, also while a call hangs; what is in hand does not count as waiting. */
  readonly metrics: DeliveryMetrics;
}

/** How a handler of a shared informer is served; client-go's `HandlerOptions`. */
export interface HandlerOptions extends Omit<ChangesOptions, 'resyncPeriod'> {
  /**
   * Default the informer's; 0 is never. Negotiated as in client-go: raised to 1,000 ms; before the start it may lower
   * the period at which the informer checks, later it is raised to that; in effect it is rounded up to a multiple of
   * it. An informer whose own period is 0 has no resync.
   */
  readonly resyncPeriod?: number;
}

/**
 * Hears of each failure of the reflector, of an object that was left out, and of the end if it gives up; the status says
 * which, and when it tries again. What it throws is RxJS's unhandled error.
 */
export type WatchErrorHandler = (error: KubeError, status: ReflectorStatus) => void;

/** client-go's `Controller`, as far as a shared informer or a simple one shows it. */
export interface InformerController {
  /** See `SharedInformer.hasSynced`. */
  hasSynced(): boolean;
  /** See `SharedInformer.lastSyncResourceVersion`. */
  lastSyncResourceVersion(): string;
  /** Of a shared informer it does nothing: the informer itself is run (B163). */
  run(signal?: AbortSignal): Subscription;
}

/** client-go's `SharedInformer`: an informer with handlers to add and remove. */
export interface SharedInformer<T, Index extends string = string> extends Informer<T, Index> {
  /**
   * At any time before the stop: a late handler hears `onAdd(…, true)` for what is there. Several registrations of one
   * handler are independent (B141). No handler is called before `run`.
   *
   * @throws OptionsError when an option is not what it may be
   * @throws KubeError once the informer has stopped (B144)
   */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options?: HandlerOptions,
  ): ResourceEventHandlerRegistration;
  /**
   * No call of the handler begins after it returns, and what waits is dropped; a call in hand goes on. Idempotent;
   * nothing happens for a registration of another informer (B140).
   */
  removeEventHandler(registration: ResourceEventHandlerRegistration): void;
  /**
   * The same; resolves when the call in hand has ended, what it returned included. Who awaits it inside that very
   * handler waits for ever.
   */
  shutDownEventHandler(registration: ResourceEventHandlerRegistration): Promise<void>;
  /** The store; ours is client-go's `Store` and `Indexer` in one. */
  getStore(): IndexedStore<T, Index>;
  /** Its `run` does nothing; the rest is live (B163). */
  getController(): InformerController;
  /** Whether the first list is in the store; handlers may still have to hear of it (B149). */
  hasSynced(): boolean;
  /** The version received last; `''` before the first list. */
  lastSyncResourceVersion(): string;
  /**
   * Before `run`: what each object goes through before it is stored. The last call wins.
   *
   * @throws KubeError after `run`, or where the informer was given whole and has its own `reflect.transform`
   */
  setTransform(transform: (object: T) => T): void;
  /**
   * Before `run`: who hears of each failure, beside `status$`. The last call wins.
   *
   * @throws KubeError after `run`, or where the informer was given whole
   */
  setWatchErrorHandler(handler: WatchErrorHandler): void;
  /**
   * Runs it until the signal aborts, the subscription ends or the source does. Handlers are called from here on. A
   * second call while it runs changes nothing and gives the same subscription. It runs once: after the stop the
   * content stays readable. An error that ends it goes to the watch error handler, to the subscribers of its changes or to a
   * `waitForCacheSync` that waits; where there are none it is RxJS's unhandled error.
   *
   * @throws KubeError once it has stopped
   */
  run(signal?: AbortSignal): Subscription;
  /** Whether it has run and does no longer. */
  isStopped(): boolean;
}

/** client-go's `SharedIndexInformer`. */
export interface SharedIndexInformer<T, Index extends string = string> extends SharedInformer<T, Index> {
  /**
   * As the store's own: at any time before the stop.
   *
   * @throws OptionsError when a name is taken
   * @throws KubeError once the informer has stopped (B162)
   */
  addIndexers(indexers: Indexers<T>): void;
  /** The store. */
  getIndexer(): IndexedStore<T, Index>;
}
