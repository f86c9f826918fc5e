import type { MonoTypeOperatorFunction, Observable, Subscription } from 'rxjs';
import type { DeliveryOptions } from '../delivery/index.ts';
import type { HandlerError, KubeObject } from '../objects/index.ts';
import type { ReflectOptions, ReflectorEvent, ReflectorStatus } from '../reflector/index.ts';
import type { Change, IndexedStore, Indexers, ObjectStorage } from '../store/index.ts';

/**
 * The status of an informer: the status of its reflector, and whether its store has received a complete list. `hasSynced` stays
 * true after a stop, because the store keeps its content. The phase says whether the content is up to date.
 */
export type InformerStatus = ReflectorStatus & { readonly hasSynced: boolean };

/** The options of one subscription to the changes. */
export interface ChangesOptions extends DeliveryOptions {
  /**
   * In ms: the period after which each object is emitted again as `updated`, with `cause: 'resync'` and `old === object`. Default:
   * no resync.
   */
  readonly resyncPeriod?: number;
}

/**
 * A live, shared, indexed collection. The informer runs while its changes, its store's batches or its views have a subscriber, or
 * while a `start()` lasts.
 */
export interface Informer<T, Index extends string = string> {
  /**
   * The store. A subscription to `store.batches$` keeps the informer running; a read does not. After a stop the store keeps its
   * content, and the next run emits only the differences.
   */
  readonly store: IndexedStore<T, Index>;
  /** Emits the current status, then each new status. A subscription does not keep the informer running. */
  readonly status$: Observable<InformerStatus>;
  /**
   * Emits the current content, then each change, one at a time, through a buffer for this subscriber. Fails when the reflector
   * fails. Completes when the source is a stream that completes.
   *
   * @throws OptionsError for an unknown option, or a value that an option does not allow
   */
  changes(options?: ChangesOptions): Observable<Change<T>>;
  /**
   * Keeps the informer running until an unsubscribe, or until the signal aborts.
   *
   * An error that ends the informer, such as a selector that the server refuses, goes to the subscribers of its changes and its
   * views, and to a pending `waitForCacheSync`. Without such a receiver, RxJS reports the error as unhandled, which ends a Node
   * process with code 1. A subscription to `status$` does not handle the error.
   */
  start(signal?: AbortSignal): Subscription;
  /** @internal */
  readonly errors?: InformerErrors;
}

/**
 * Tracks which errors of an informer reach the user's code. RxJS reports all other errors as unhandled.
 *
 * @internal
 */
export interface InformerErrors {
  /** Call the method when the user's code receives the error of the current run without a subscription. */
  markHandled(): void;
  /**
   * Counts a subscriber of the batches without an error callback. @returns a function that removes the subscriber from the count
   */
  addWithoutHandler(): () => void;
}

/** The options of an informer. */
export interface InformerOptions<T extends KubeObject, Index extends string = string> {
  /** Index functions by name; `store.addIndexers` can add more later. */
  readonly indexers?: Indexers<T, Index>;
  /** Your own operators between reflector and queue. */
  readonly through?: MonoTypeOperatorFunction<ReflectorEvent<T>>;
  /**
   * The options of the reflector: backoff, pages, timeouts, a transform, a shard. Not for a stream of events, which has no
   * reflector.
   */
  readonly reflect?: ReflectOptions<T>;
  /**
   * In ms: how long the informer runs after the last subscriber of its changes, store or views has left; 0 stops it immediately.
   * Default 1,000: no new list is needed if `switchMap(() => query(pods, …))` resubscribes at each keystroke, or after a change of
   * route. A Node program ends 1 s later. The end of a `start()` has no delay.
   */
  readonly resetDelay?: number;
  /** Called with the error of an index function; see `StoreOptions`. */
  readonly onError?: (error: HandlerError) => void;
  /**
   * How the store keeps objects. Default: unchanged. With `compact()` the store keeps bytes. Without `through`, each page of a list
   * is then encoded while it arrives.
   */
  readonly storage?: ObjectStorage;
}
