import type { MonoTypeOperatorFunction, Observable, Subscription } from 'rxjs';
import type { DeliveryOptions } from '../delivery/index.ts';
import type { HandlerError, KubeObject } from '../objects/index.ts';
import type { ReflectOptions, ReflectorEvent, ReflectorStatus } from '../reflector/index.ts';
import type { Change, IndexedStore, Indexers, ObjectStorage } from '../store/index.ts';

/**
 * The status of an informer: the status of its reflector, and whether its store has got a complete list. `hasSynced`
 * stays true after a stop, because the store keeps its content. The phase says whether the content is up to date.
 */
export type InformerStatus = ReflectorStatus & { readonly hasSynced: boolean };

/** The options of one subscription to the changes. */
export interface ChangesOptions extends DeliveryOptions {
  /**
   * In ms: the period after which each object is emitted again as `updated`, with `cause: 'resync'` and `old === object`. Default:
   * never.
   */
  readonly resyncPeriod?: number;
}

/**
 * A live, shared, indexed collection. It runs while its changes, its store's batches or its views have a subscriber, or while a
 * `start()` lasts.
 */
export interface Informer<T, Index extends string = string> {
  /**
   * A subscription to `store.batches$` keeps the informer running; a read does not. After a stop the store keeps its content, and
   * the next run emits only the differences.
   */
  readonly store: IndexedStore<T, Index>;
  /** Emits the current status, then each new one. A subscription does not keep the informer running. */
  readonly status$: Observable<InformerStatus>;
  /**
   * Emits the current content, then each change, one at a time, through a buffer for this subscriber. Errors when the reflector
   * ends with an error. Completes when the source is a stream that completes.
   *
   * @throws OptionsError for an unknown option, or a value that an option does not allow
   */
  changes(options?: ChangesOptions): Observable<Change<T>>;
  /**
   * Keeps the informer running until an unsubscribe, or until the signal aborts.
   *
   * An error that ends the informer, such as a selector that the server refuses, goes to the subscribers of its changes and its
   * views, and to a pending `waitForCacheSync`. If there are none, it is RxJS's unhandled error: in Node it ends the process with
   * code 1. A subscription to `status$` does not handle the error.
   */
  start(signal?: AbortSignal): Subscription;
  /** @internal */
  readonly errors?: InformerErrors;
}

/**
 * Tracks which errors of an informer reach the user's code. All other errors are RxJS's unhandled errors.
 *
 * @internal
 */
export interface InformerErrors {
  /** Call this when the user's code gets the error of this run without a subscription. */
  markHandled(): void;
  /** Counts a subscriber of the batches that has no callback for an error. @returns a function that removes it from the count */
  addWithoutHandler(): () => void;
}

/** The options of an informer. */
export interface InformerOptions<T extends KubeObject, Index extends string = string> {
  /** Index functions by name; `store.addIndexers` can add more later. */
  readonly indexers?: Indexers<T, Index>;
  /** Operators of your own between reflector and queue. */
  readonly through?: MonoTypeOperatorFunction<ReflectorEvent<T>>;
  /** The options of its reflector: backoff, pages, timeouts, a transform, a shard. A stream of events has no reflector. */
  readonly reflect?: ReflectOptions<T>;
  /**
   * In ms: how long the informer continues after the last subscriber has left its changes, store or views; 0 stops it at once.
   * Default 1,000, so that no new list is needed when `switchMap(() => query(pods, …))` resubscribes at each keystroke, or after a
   * change of route. A Node program ends that much later. The end of a `start()` has no delay.
   */
  readonly resetDelay?: number;
  /** Called with the error of an index function; see `StoreOptions`. */
  readonly onError?: (error: HandlerError) => void;
  /**
   * How the store keeps objects. Default: as they are. With `compact()` it keeps bytes; without `through` each page of a list is
   * then encoded as it comes in.
   */
  readonly storage?: ObjectStorage;
}
