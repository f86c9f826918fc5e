import type { MonoTypeOperatorFunction, Observable, Subscription } from 'rxjs';
import type { BufferState, DeliveryOptions } from '../delivery/index.ts';
import type { HandlerError, KubeError, KubeObject } from '../objects/index.ts';
import type { ReflectOptions, ReflectorEvent, ReflectorStatus } from '../reflector/index.ts';
import type { Change, IndexedStore, Indexers, ObjectStorage } from '../store/index.ts';

/**
 * The status of an informer: the status of its reflector, and `hasSynced`. `hasSynced` is true when the store
 * has received a complete list. `hasSynced` stays true after the informer stops, because the store keeps its
 * content. Read `phase` to know whether the content is up to date.
 */
export type InformerStatus = ReflectorStatus & { readonly hasSynced: boolean };

/** The options of one subscription to the changes. */
export interface ChangesOptions extends DeliveryOptions {
  /**
   * The resync period in ms. After each period, the subscriber gets each object again as a change `updated`,
   * with `cause: 'resync'` and `old === object`. Default: no resync.
   */
  readonly resyncPeriod?: number;
}

/**
 * An informer keeps an indexed copy of a collection, which all subscribers share. The informer runs while its
 * changes, its `store.batches$` or its views have a subscriber. The informer also runs from a call of
 * `start()` until its end.
 */
export interface Informer<T, Index extends string = string> {
  /**
   * The store of the informer. A subscription to `store.batches$` keeps the informer running, but a read of
   * the store does not. After a stop the store keeps its content, and the next run of the informer emits only
   * the differences.
   */
  readonly store: IndexedStore<T, Index>;
  /**
   * Emits the current status of the informer, then each new status. A subscription to `status$` does not keep
   * the informer running.
   */
  readonly status$: Observable<InformerStatus>;
  /**
   * Emits the current content of the store, then each change, one at a time. Each subscriber has its own
   * buffer. The Observable errors when the reflector fails. The Observable completes when the source is a
   * stream of events that completes.
   *
   * @throws OptionsError for an unknown option, or a value that an option does not allow
   */
  changes(options?: ChangesOptions): Observable<Change<T>>;
  /**
   * @internal Like `changes`, and calls `handle` with each change. The next change waits in the buffer until the work of
   * `handle` has completed.
   */
  readonly listen?: (
    options: ChangesOptions,
    handle: (change: Change<T>) => Observable<never>,
  ) => Observable<Change<T>>;
  /**
   * Keeps the informer running until the program unsubscribes the returned subscription, or until the signal
   * aborts.
   *
   * An error can end the informer, for example if the server refuses the selector. The subscribers of its
   * changes and its views get this error, and so does a pending `waitForCacheSync`. If the error has none of
   * these receivers, RxJS reports the error as unhandled. An unhandled error ends a Node process with code 1.
   * A subscription to `status$` does not handle the error.
   */
  start(signal?: AbortSignal): Subscription;
  /**
   * Sends the next request now, if the informer waits for a retry (phase `waiting`). The delay ends early, also
   * a delay that the server has requested, and the backoff restarts at its first delay. Call the function if
   * something has changed that can solve the failure, for example after the user has signed in or has received
   * rights. Do not call it for each status `waiting`, because requests would then follow each other without a
   * delay.
   *
   * In any other phase the function has no effect. The function also has no effect if an error has ended the
   * informer, or if the informer is not running: a new subscription or `start()` starts it again. An informer
   * over a stream of events has no requests, so the function never has an effect there.
   */
  retry(): void;
  /** @internal */
  readonly errors?: InformerErrors;
  /** @internal Returns the internal state that `inspect` of `rx-informer/inspect` reads. */
  readonly state?: () => InformerState;
  /**
   * The time of the last frame, in ms of the clock of RxJS: an event, a bookmark or a page of a list. `undefined` before the first
   * frame.
   */
  readonly lastFrameAt: number | undefined;
}

/**
 * Tracks which errors of an informer reach the user's code. RxJS reports all other errors as unhandled.
 *
 * @internal
 */
export interface InformerErrors {
  /**
   * Marks the error of the current run as handled. Called when the user's code receives the error in another
   * way than by a subscription, for example from `waitForCacheSync`.
   */
  markHandled(): void;
  /**
   * Counts a subscriber of the batches that has no error callback.
   *
   * @returns a function that removes the subscriber from the count
   */
  addWithoutHandler(): () => void;
}

/**
 * The internal state of an informer.
 *
 * @internal
 */
export interface InformerState {
  /** The number of entries that wait in the queue. */
  readonly queued: number;
  /** The number of active calls of `start()`. */
  readonly starts: number;
  /** The number of subscribers of the changes, of `store.batches$` and of the views. */
  readonly subscribers: number;
  /** The buffers of the subscribers of the changes. */
  readonly buffers: readonly BufferState[];
  /** The last errors and incidents, oldest first. */
  readonly errors: readonly TimedError[];
  /** The informers from which this informer gets its content, by their names. */
  readonly inputs?: readonly NamedInput[];
}

/** @internal */
export interface TimedError {
  /** The time of the error, in ms of the clock of RxJS. */
  readonly at: number;
  readonly error: KubeError;
}

/** @internal */
export interface NamedInput {
  readonly name: string;
  readonly informer: Pick<Informer<unknown>, 'store' | 'status$' | 'lastFrameAt' | 'state'>;
}

/** The options of an informer. */
export interface InformerOptions<T extends KubeObject, Index extends string = string> {
  /** Index functions by their names. `store.addIndexers` can add more index functions later. */
  readonly indexers?: Indexers<T, Index>;
  /** Your own RxJS operators, which run between the reflector and the queue. */
  readonly through?: MonoTypeOperatorFunction<ReflectorEvent<T>>;
  /**
   * The options of the reflector, for example backoff, page size, timeouts, a transform, a shard. The option
   * is not allowed if the source is a stream of events, because such an informer has no reflector.
   */
  readonly reflect?: ReflectOptions<T>;
  /**
   * The time in ms for which the informer continues after its last subscriber has unsubscribed. With 0 the
   * informer stops immediately. Default: 1,000. So a program that soon subscribes again needs no new list,
   * for example after a change of route, or if `switchMap(() => query(pods, …))` resubscribes at each
   * keystroke. Because of the default, a Node program can end 1 s later. After the end of a `start()` the
   * informer stops without a delay.
   */
  readonly resetDelay?: number;
  /** Called with each error that an index function throws. `StoreOptions` describes the option. */
  readonly onError?: (error: HandlerError) => void;
  /**
   * How the store keeps objects in memory. By default, the store keeps JavaScript objects. With `compact()`
   * the store keeps bytes. If the option `through` is absent, the informer encodes each page of a list while
   * the page arrives.
   */
  readonly storage?: ObjectStorage;
}
