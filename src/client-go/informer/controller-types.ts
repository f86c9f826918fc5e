import type { Subscription } from 'rxjs';
import type { HandlerError, KubeObject } from '../../objects/index.ts';
import type { Deltas } from '../../queue/index.ts';
import type { ReflectOptions } from '../../reflector/index.ts';
import type { ListerWatcher } from '../../source/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { Queue, QueueOperator } from '../queue/queue.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';

/** The type of the objects of a controller; client-go's `ObjectType`, by name, because types do not exist at run time. */
export interface ObjectType {
  /** The `kind` of the objects, such as `Pod`. */
  readonly kind: string;
  /** Default: any. */
  readonly apiVersion?: string;
}

/** client-go's `Config`. With `process: (deltas) => store.apply(deltas)` the controller does the work of an informer. */
export interface ControllerConfig<T extends KubeObject, D extends AnyDeltas<T> = Deltas<T>> {
  /** The collection that is listed and watched. */
  readonly listerWatcher: ListerWatcher<T>;
  /**
   * An imperative queue, as in client-go: `newDeltaFIFO({ knownObjects: store })` or `newRealFIFO(…)`. You can read it while the
   * controller runs, and its `hasSynced` is that of the controller. The stop of the controller closes it, so that the controller
   * runs once (B121). `onError` gets the errors of its writes, from the key function or the transformer.
   *
   * Or an operator; then the controller can run again. Default `(pop) => deltaFifo({ pop })`.
   */
  readonly queue?: Queue<T, D> | QueueOperator<T, D>;
  /**
   * Called with the deltas of each pop. The next pop waits for the promise or the Observable that it returns.
   *
   * @param isInInitialList - whether the deltas are of the first list (B90, B116)
   */
  readonly process: (deltas: D, isInInitialList: boolean) => unknown;
  /** An event with an object of another kind is dropped, and the watch error handler gets an error. Default: any. */
  readonly objectType?: ObjectType;
  /** How often the queue resyncs while the reflector watches, in ms. Default 0: never. */
  readonly fullResyncPeriod?: number;
  /** Called before each resync; `false` skips it. Default: no resync is skipped. */
  readonly shouldResync?: () => boolean;
  /**
   * Default false: when `process` fails, `onError` gets the error, and the deltas are dropped. True: the deltas are retried after
   * 0.8 s; each further delay is twice as long, up to 30 s. Other keys do not wait. Newer deltas of the key cancel the retry. A list,
   * a resync or a bookmark is retried before any other deltas. For an imperative queue see `processLoop`.
   */
  readonly retryOnError?: boolean;
  /** Called for each failure of the reflector. */
  readonly watchErrorHandler?: WatchErrorHandler;
  /** Gets each error of `process`. Default: RxJS reports it as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
  /** The options of its reflector: backoff, pages, timeouts, a transform. */
  readonly reflect?: ReflectOptions<T>;
}

/**
 * client-go's `cache.Controller`: a reflector that fills a queue, and a loop that pops it.
 */
export interface Controller {
  /**
   * Runs until the signal aborts or the subscription ends. While it runs, a second call returns the same subscription. After the
   * stop a call runs it again, from a list.
   *
   * @throws KubeError when the `queue` of the configuration is an imperative queue that is closed
   */
  run(signal?: AbortSignal): Subscription;
  /** Whether the first list has been processed (B101); for an imperative queue, its `hasSynced`. */
  hasSynced(): boolean;
  /** The last resourceVersion received; `''` before the first list. */
  lastSyncResourceVersion(): string;
}
