import type { Subscription } from 'rxjs';
import type { HandlerError, KubeObject } from '../../objects/index.ts';
import type { Deltas } from '../../queue/index.ts';
import type { ReflectOptions } from '../../reflector/index.ts';
import type { ListerWatcher } from '../../source/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { Queue, QueueOperator } from '../queue/queue.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';

/** What a controller accepts; client-go's `ObjectType`, by name as there are no types at run time. */
export interface ObjectType {
  /** As objects have it: `Pod`. */
  readonly kind: string;
  /** Default: any. */
  readonly apiVersion?: string;
}

/** client-go's `Config`. With `process: (deltas) => store.apply(deltas)` it is what an informer runs inside. */
export interface ControllerConfig<T extends KubeObject, D extends AnyDeltas<T> = Deltas<T>> {
  /** What is listed and watched. */
  readonly listerWatcher: ListerWatcher<T>;
  /**
   * A queue made by hand, as in client-go: `newDeltaFIFO({ knownObjects: store })` or `newRealFIFO(…)`. It can be read
   * while the controller runs, says itself whether it has synced, and is closed when the controller stops, so that one
   * runs once (B121). What a write throws, of the key function or the transformer, is told to `onError`.
   *
   * Or an operator, given the pops; then the controller can begin anew. Default `(pop) => deltaFifo({ pop })`.
   */
  readonly queue?: Queue<T, D> | QueueOperator<T, D>;
  /**
   * Called with what one pop took; the next pop waits for the promise or observable that it returns.
   *
   * @param isInInitialList - whether it is of the first list, as the queue says (B90, B116)
   */
  readonly process: (deltas: D, isInInitialList: boolean) => unknown;
  /** An event with an object of another kind is left out, and told to the watch error handler. Default: any. */
  readonly objectType?: ObjectType;
  /** In ms: how often the queue is asked for a resync while the reflector watches. Default 0: never. */
  readonly fullResyncPeriod?: number;
  /** Asked each time; default always. */
  readonly shouldResync?: () => boolean;
  /**
   * Default false: what `process` refuses is told to `onError` and done with. True: it is tried again, after 0.8 s, then
   * twice as long up to 30 s. Other keys go on meanwhile; something newer of its key takes its place; a list, a resync
   * or a bookmark is tried again before anything else. Of a queue made by hand see `processLoop`.
   */
  readonly retryOnError?: boolean;
  /** Hears of each failure of the reflector. */
  readonly watchErrorHandler?: WatchErrorHandler;
  /** Hears what `process` threw. Default: RxJS's unhandled error. */
  readonly onError?: (error: HandlerError) => void;
  /** How its reflector behaves: backoff, pages, timeouts, a transform. */
  readonly reflect?: ReflectOptions<T>;
}

/**
 * client-go's `cache.Controller`: a reflector that fills a queue, and a loop that pops it.
 */
export interface Controller {
  /**
   * Runs until the signal aborts or the subscription ends. While it runs, a second call gives the same subscription;
   * after that it begins anew, with a list.
   *
   * @throws KubeError where the `queue` of the configuration is a queue that you made and that is closed
   */
  run(signal?: AbortSignal): Subscription;
  /** Whether all of the first list has been processed (B101); of a queue made by hand, what that says. */
  hasSynced(): boolean;
  /** The version received last; `''` before the first list. */
  lastSyncResourceVersion(): string;
}
