import type { MonoTypeOperatorFunction, Observable, Subscription } from 'rxjs';
import type { DeliveryOptions } from '../delivery/index.ts';
import type { HandlerError, KubeObject } from '../objects/index.ts';
import type { ReflectOptions, ReflectorEvent, ReflectorStatus, Shard } from '../reflector/index.ts';
import type { Change, IndexedStore, Indexers, ObjectStorage } from '../store/index.ts';

/**
 * Where an informer stands, and whether its store has held a complete list. `hasSynced` stays true after a stop: the store
 * keeps its content, and the phase says whether that is live.
 */
export type InformerStatus = ReflectorStatus & { readonly hasSynced: boolean };

/** How one subscriber wants its changes. */
export interface ChangesOptions extends DeliveryOptions {
  /**
   * Every so many ms, each object once more as `updated` with `cause: 'resync'` and `old === object`. Default: never.
   */
  readonly resyncPeriod?: number;
}

/**
 * A live, shared, indexed collection. It runs while somebody subscribes to its changes or has started it; views are
 * informers too.
 */
export interface Informer<T, Index extends string = string> {
  /**
   * Subscribing to `store.batches$` keeps the informer running, reading does not. After a stop the content stays, and a
   * new start tells only the differences.
   */
  readonly store: IndexedStore<T, Index>;
  /** The current status, then each new one; does not keep the informer running. */
  readonly status$: Observable<InformerStatus>;
  /**
   * What is there, then what follows, one change at a time, through a buffer of this subscriber's own. Errors when the
   * reflector gives up; completes when a source that is a stream does.
   *
   * @throws OptionsError when an option is not what it may be
   */
  changes(options?: ChangesOptions): Observable<Change<T>>;
  /**
   * Keeps it running until the subscription or the signal ends.
   *
   * An error that ends the informer, such as a selector that the server refuses, goes to the subscribers of its changes
   * and of its views, and to a `waitForCacheSync` that waits. Where there are none it is RxJS's unhandled error: in Node it
   * ends the process with code 1. A subscription to `status$` does not handle it.
   */
  start(signal?: AbortSignal): Subscription;
  /** @internal */
  readonly errors?: InformerErrors;
}

/**
 * How the library says which errors of an informer reach the user's code: the others are RxJS's unhandled errors.
 *
 * @internal
 */
export interface InformerErrors {
  /** The user's code got the error of this run by another way than a subscription. */
  markHandled(): void;
  /** The library subscribes to the batches for code that has no callback for the error. @returns it has left */
  addSilentSubscriber(): () => void;
}

/** What an informer can be told. */
export interface InformerOptions<T extends KubeObject, Index extends string = string> {
  /** Index functions by name; more can come later by `store.addIndexers`. */
  readonly indexers?: Indexers<T, Index>;
  /** Operators of your own between reflector and queue. */
  readonly through?: MonoTypeOperatorFunction<ReflectorEvent<T>>;
  /** How its reflector behaves: backoff, pages, timeouts, a transform. Over a stream of events there is none. */
  readonly reflect?: ReflectOptions<T>;
  /** As the reflector's; given here or in `reflect`. A stream of events cannot be asked for a part: there it is refused. */
  readonly shard?: Shard;
  /**
   * How long it goes on after the last subscriber of its changes, its store or its views has left, ms; 0 stops it at once.
   * Default 1,000: `switchMap(() => query(pods, …))` leaves and comes back at each keystroke, and a change of route has a gap;
   * neither is to list anew. A Node program that ends goes on for that long. The end of a `start` stops at once.
   */
  readonly resetDelay?: number;
  /** Hears of an index function that threw; see `StoreOptions`. */
  readonly onError?: (error: HandlerError) => void;
  /**
   * Default: objects are kept as they are; see `compact()`. Without `through` a list is then kept as bytes as it
   * comes in, page by page.
   */
  readonly storage?: ObjectStorage;
}
