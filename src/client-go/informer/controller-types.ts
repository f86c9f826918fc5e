import type { Subscription } from 'rxjs';
import type { HandlerError, KubeObject } from '../../objects/index.ts';
import type { Deltas } from '../../queue/index.ts';
import type { ReflectOptions } from '../../reflector/index.ts';
import type { ListerWatcher } from '../../source/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { Queue, QueueOperator } from '../queue/queue.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';

/**
 * The type of the objects of a controller, as client-go's `ObjectType`. The type is given by its name,
 * because TypeScript types do not exist at run time.
 */
export interface ObjectType {
  /** The `kind` of the objects, such as `Pod`. */
  readonly kind: string;
  /** The `apiVersion` of the objects, such as `v1`. Default: any `apiVersion`. */
  readonly apiVersion?: string;
}

/**
 * The configuration of a controller, as client-go's `Config`. With `process: (deltas) => store.apply(deltas)`
 * the controller does the work of an informer.
 */
export interface ControllerConfig<T extends KubeObject, D extends AnyDeltas<T> = Deltas<T>> {
  /** The collection to list and watch. */
  readonly listerWatcher: ListerWatcher<T>;
  /**
   * The queue of the controller: an imperative queue, or an operator.
   *
   * An imperative queue is the result of `newDeltaFIFO({ knownObjects: store })` or `newRealFIFO(…)`, as in
   * client-go. You can read this queue while the controller runs, and `hasSynced` of the queue is `hasSynced`
   * of the controller. The stop of the controller closes the queue, so the controller runs only once (B121).
   * If the key function or the transformer throws during a write to the queue, `onError` receives the error.
   *
   * With an operator, the controller can run again after a stop. Default: `(pop) => deltaFifo({ pop })`.
   */
  readonly queue?: Queue<T, D> | QueueOperator<T, D>;
  /**
   * The function that processes the deltas of each pop. The next pop waits for the returned promise or
   * Observable.
   *
   * @param isInInitialList - whether the deltas are part of the first list (B90, B116)
   */
  readonly process: (deltas: D, isInInitialList: boolean) => unknown;
  /**
   * The expected type of the objects. The controller drops an event whose object has another type, and
   * reports an error to the watch error handler. Default: any type.
   */
  readonly objectType?: ObjectType;
  /**
   * The resync period of the queue in ms. The queue resyncs only while the reflector watches. Default: 0,
   * which means no resync.
   */
  readonly fullResyncPeriod?: number;
  /**
   * A function that is called before each resync. The result `false` skips that resync. Default: no resync is
   * skipped.
   */
  readonly shouldResync?: () => boolean;
  /**
   * Whether the controller retries deltas when `process` fails. With false, which is the default, `onError`
   * receives the error, and the controller drops the deltas. With true, the controller retries the deltas
   * after 0.8 s. Each further delay is twice as long, up to 30 s. Other keys do not wait. Newer deltas of the
   * key cancel the retry. The controller retries a list, a resync or a bookmark before any other deltas. For
   * an imperative queue see `processLoop`.
   */
  readonly retryOnError?: boolean;
  /** A callback that gets each failure of the reflector. */
  readonly watchErrorHandler?: WatchErrorHandler;
  /** Receives each error of `process`. Default: RxJS reports the error as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
  /** The options of the reflector: for example backoff, page size, timeouts and a transform. */
  readonly reflect?: ReflectOptions<T>;
}

/**
 * A reflector that fills a queue, and a loop that pops deltas from the queue, as client-go's
 * `cache.Controller`.
 */
export interface Controller {
  /**
   * Runs the controller until the signal aborts or the subscription ends. During the run a second call
   * returns the same subscription. A call after the stop starts a new run, which begins with a list.
   *
   * @throws KubeError if the `queue` of the configuration is an imperative queue and is closed
   */
  run(signal?: AbortSignal): Subscription;
  /**
   * Returns whether the first list has been processed (B101). For an imperative queue, the result is
   * `hasSynced` of the queue.
   */
  hasSynced(): boolean;
  /** Returns the last received resourceVersion, or `''` before the first list. */
  lastSyncResourceVersion(): string;
}
