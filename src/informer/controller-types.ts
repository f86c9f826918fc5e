import type { Observable, OperatorFunction, Subscription } from 'rxjs';
import type { HandlerError, KubeObject } from '../objects/index.ts';
import type { Deltas, KeyDeltas } from '../queue/index.ts';
import type { ReflectOptions, ReflectorEvent } from '../reflector/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';

/** What a controller accepts; client-go's `ObjectType`, by name as there are no types at run time. */
export interface ObjectType {
  readonly kind: string;
  /** Default: any. */
  readonly apiVersion?: string;
}

/** client-go's `Config`. With `process: (deltas) => store.apply(deltas)` it is what an informer runs inside. */
export interface Config<T extends KubeObject, D extends Deltas<T> | KeyDeltas<T> = Deltas<T>> {
  readonly listerWatcher: ListerWatcher<T>;
  /** Given the pops, the queue. Default `(pop) => deltaFifo({ pop })`. */
  readonly queue?: (pop: Observable<void>) => OperatorFunction<ReflectorEvent<T>, D>;
  /**
   * Called with what one pop took; the next pop waits for the promise or observable that it returns.
   *
   * @param isInInitialList - whether it is of the first list (B90, B116)
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
   * or a bookmark is tried again before anything else.
   */
  readonly retryOnError?: boolean;
  /** Hears of each failure of the reflector. */
  readonly watchErrorHandler?: WatchErrorHandler;
  /** Hears what `process` threw. Default: RxJS's unhandled error. */
  readonly onError?: (error: HandlerError) => void;
  readonly reflect?: ReflectOptions<T>;
}

/**
 * client-go's `cache.Controller`: a reflector that fills a queue, and a loop that pops it.
 */
export interface Controller {
  /**
   * Runs until the signal aborts or the subscription ends. While it runs, a second call gives the same subscription;
   * after that it begins anew, with a list.
   */
  run(signal?: AbortSignal): Subscription;
  /** Whether all of the first list has been processed (B101). */
  hasSynced(): boolean;
  /** The version received last; `''` before the first list. */
  lastSyncResourceVersion(): string;
}
