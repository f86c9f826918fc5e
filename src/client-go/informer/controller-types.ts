import type { Subscription } from 'rxjs';
import type { HandlerError, KubeObject } from '../../objects/index.ts';
import type { Deltas } from '../../queue/index.ts';
import type { ReflectOptions } from '../../reflector/index.ts';
import type { ListerWatcher } from '../../source/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { Queue, QueueOperator } from '../queue/queue.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';

/**
 * The type of the objects of a controller: client-go's `ObjectType`. The type is given by its name, because types do not exist at
 * run time.
 */
export interface ObjectType {
  /** The `kind` of the objects, such as `Pod`. */
  readonly kind: string;
  /** The `apiVersion` of the objects, such as `v1`. Default: any. */
  readonly apiVersion?: string;
}

/**
 * client-go's `Config`. With `process: (deltas) => store.apply(deltas)` the controller does the work of an informer.
 */
export interface ControllerConfig<T extends KubeObject, D extends AnyDeltas<T> = Deltas<T>> {
  /** The collection to list and watch. */
  readonly listerWatcher: ListerWatcher<T>;
  /**
   * Either an imperative queue, as in client-go: `newDeltaFIFO({ knownObjects: store })` or `newRealFIFO(…)`. You can read the
   * queue while the controller runs, and `hasSynced` of the queue is `hasSynced` of the controller. The stop of the controller
   * closes the queue, so the controller runs once (B121). `onError` receives the errors of the writes to the queue, from the key
   * function or the transformer.
   *
   * Or an operator: the controller can then run again. Default: `(pop) => deltaFifo({ pop })`.
   */
  readonly queue?: Queue<T, D> | QueueOperator<T, D>;
  /**
   * Called with the deltas of each pop. The next pop waits for the returned promise or Observable.
   *
   * @param isInInitialList - whether the deltas are part of the first list (B90, B116)
   */
  readonly process: (deltas: D, isInInitialList: boolean) => unknown;
  /**
   * The expected type. The controller drops an event whose object has another type, and the watch error handler receives an error.
   * Default: any type.
   */
  readonly objectType?: ObjectType;
  /** How often the queue resyncs while the reflector watches, in ms. Default 0: never. */
  readonly fullResyncPeriod?: number;
  /** Called before each resync; `false` skips it. Default: no resync is skipped. */
  readonly shouldResync?: () => boolean;
  /**
   * Default false: when `process` fails, `onError` receives the error, and the deltas are dropped. True: the deltas are retried
   * after 0.8 s; each further delay is twice as long, up to 30 s. Other keys do not wait. Newer deltas of the key cancel the retry.
   * A list, a resync or a bookmark is retried before any other deltas. For an imperative queue see `processLoop`.
   */
  readonly retryOnError?: boolean;
  /** Called for each failure of the reflector. */
  readonly watchErrorHandler?: WatchErrorHandler;
  /** Receives each error of `process`. Default: RxJS reports the error as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
  /** The options of the reflector: backoff, pages, timeouts, a transform. */
  readonly reflect?: ReflectOptions<T>;
}

/** client-go's `cache.Controller`: a reflector that fills a queue, and a loop that pops the queue. */
export interface Controller {
  /**
   * Runs the controller until the signal aborts or the subscription ends. During the run a second call returns the same
   * subscription. A call after the stop starts a new run with a list.
   *
   * @throws KubeError if the `queue` of the configuration is an imperative queue and is closed
   */
  run(signal?: AbortSignal): Subscription;
  /**
   * Returns whether the first list has been processed (B101). For an imperative queue, returns `hasSynced` of the
   * queue.
   */
  hasSynced(): boolean;
  /** Returns the last received resourceVersion, or `''` before the first list. */
  lastSyncResourceVersion(): string;
}
