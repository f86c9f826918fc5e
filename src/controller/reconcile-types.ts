import type { ObservableInput, Observable, Observer } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import {
  aFunction,
  anObject,
  anObservable,
  anObserver,
  integer,
  milliseconds,
  type ObjectKey,
  type Rule,
} from '../objects/index.ts';
import type { Debounce, WorkQueueSizes } from './machine/work-queue.ts';
import { aRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** A request to run the reconcile function for one key. */
export interface ReconcileRequest {
  /** `namespace/name`, or `name` of a cluster-scoped object. */
  readonly key: ObjectKey;
  /** The cluster of the object, if the controller works on several clusters. */
  readonly cluster?: string;
  /** Why the run is requested, for logs. A reconcile function must not decide by the cause. */
  readonly cause?: string;
  /**
   * 'low' for a request that waits behind the requests of normal priority, up to those that arrive 10 s later. Default:
   * 'normal'.
   */
  readonly priority?: 'normal' | 'low';
  /**
   * True for a request that repeats a known state, such as a resync. Such a request does not end the wait of a key for its retry.
   * Default: false.
   */
  readonly isRepeat?: boolean;
}

/** The argument of the reconcile function. */
export interface ReconcileContext {
  /** `namespace/name`, or `name` of a cluster-scoped object. */
  readonly key: ObjectKey;
  /** The cluster of the object, if the requests have one. */
  readonly cluster?: string;
  /** The causes of all requests that this run answers, for logs. At most 16. */
  readonly causes: readonly string[];
  /** The number of failures of this key in a row: 0 in the first attempt. */
  readonly attempt: number;
  /** Aborts when the subscription ends, `enabled` emits false, the drain ends, or the run exceeds `timeout`. */
  readonly signal: AbortSignal;
  /**
   * Holds the key until the promise settles, even if the run ends before. So the key never has two runs, though nothing can stop
   * the work of a promise. For a promise that the function returns, the operator does so itself. Call the method for other
   * promises, for example inside a `switchMap`.
   */
  readonly waitUntil: (promise: PromiseLike<unknown>) => void;
}

/** The result of a run that succeeded. */
export interface ReconcileResult {
  /**
   * The time in ms after which the key runs again; 0 means at once. If an earlier run asked for an earlier time, the earlier time
   * counts too. Default: this run asks for no further run.
   */
  readonly requeueAfter?: number | undefined;
}

/**
 * Compares the wanted state of an object with the actual state, and writes what is missing. The function reads the object
 * from a store, because only the key is passed. The function can return nothing, a result, a promise, or an Observable whose
 * last value is the result.
 */
export type Reconcile = (context: ReconcileContext) => ObservableInput<ReconcileReturn> | ReconcileReturn;

/**
 * The result of a reconcile function, or nothing. The type contains `void`, because an async function without a `return` is a
 * `Promise<void>`.
 */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- `Promise<void>` of an async function
export type ReconcileReturn = ReconcileResult | undefined | void;

/** The outcome of one run, or a report that no run can start. `duration` and `waited` are in ms: the time of the run, and the time in the queue before it. */
export type ReconcileOutcome =
  | (ReconcileRunFacts & {
      readonly outcome: 'done';
      /** The time in ms after which the key runs again, if the run asked for it. */
      readonly requeueAfter?: number;
    })
  | (ReconcileRunFacts & {
      readonly outcome: 'failed';
      readonly error: unknown;
      /** The number of failures of this key before this run. */
      readonly attempt: number;
      /** The time in ms until the retry. Absent if the key is not retried: a `TerminalError`, a wrong key, or a drain. */
      readonly retryAfter?: number;
    })
  | (ReconcileRunFacts & { readonly outcome: 'aborted' })
  | {
      /** Some inputs have not synced within `syncTimeout`, so no run has started. */
      readonly outcome: 'notSynced';
      /** The inputs that have not synced, with the reason. */
      readonly inputs: readonly {
        readonly name: string;
        readonly reason: string;
        readonly error?: unknown;
      }[];
    };

/** The facts about a run. */
export interface ReconcileRunFacts {
  /** The key of the run. */
  readonly key: ObjectKey;
  /** The cluster of the key, if the requests have one. */
  readonly cluster?: string;
  /** The causes of the requests that this run answered. */
  readonly causes: readonly string[];
  /** The duration of the run in ms. */
  readonly duration: number;
  /** The time in ms for which the key was ready before the run. */
  readonly waited: number;
}

/** The numbers of the work queue at one time. */
export interface ReconcileMetrics extends WorkQueueSizes {
  /** The number of retries so far. */
  readonly retries: number;
}

/** The options of {@link reconcileByKey}. */
export interface ReconcileOptions {
  /**
   * The informers that the reconcile function reads, by names for messages. No run starts before all of them have synced
   * (G23). The operator does not start them.
   */
  readonly inputs?: Readonly<Record<string, Pick<Informer<unknown>, 'status$'>>>;
  /**
   * If inputs have not synced after this time in ms, the operator emits an outcome `notSynced` with their names. The
   * operator repeats the outcome each time this time has passed again. Default: 120,000, as in controller-runtime.
   */
  readonly syncTimeout?: number;
  /**
   * The number of runs at the same time. A key never has two. A promise that continues after `timeout` or after an abort does not
   * count. Default: 1, as in controller-runtime.
   */
  readonly concurrency?: number;
  /**
   * How long a failed key waits for its retry. A new request of the key ends the wait, as in client-go; a repeat does not. If the
   * limiter throws or returns no time, the key waits for 1 s, and the outcome has a `HandlerError`. Default: client-go's limiter for controllers: 5 ms doubling to 1,000 s for each key, and 10 retries a
   * second with a burst of 100 for all keys.
   */
  readonly rateLimiter?: RateLimiter;
  /**
   * Delays a run until no request of its key has come for `wait` ms, but by at most `maxWait` ms. Default: no delay.
   */
  readonly debounce?: Debounce;
  /**
   * The longest time of a run in ms. Then the signal aborts, and the run has failed. If the run is a promise, the key waits
   * until the promise settles, so that a key never has two runs. A promise that never settles blocks its key. Default: no limit.
   */
  readonly timeout?: number;
  /**
   * While the last value is not true, no run starts, and the running runs abort (G25). Use it for example for
   * leadership or maintenance. Requests wait meanwhile. Default: always true.
   */
  readonly enabled?: Observable<boolean>;
  /**
   * When this Observable emits, the operator unsubscribes from its source, starts no further run, waits for the running
   * runs, and completes (G24). Default: never.
   */
  readonly stop$?: Observable<unknown>;
  /**
   * The longest time in ms between the end of the source, or of `stop$`, and the completion. Then the running runs abort, and ready
   * keys are dropped. While no run may start, because of `inputs` or `enabled`, ready keys wait for this time.
   * Default: 30,000, as in controller-runtime.
   */
  readonly drainTimeout?: number;
  /** An observer that gets the metrics at the end of each task that changes them. The operator calls only `next`. */
  readonly metrics?: Partial<Observer<ReconcileMetrics>>;
}

/** The rule for an informer whose state a controller waits for. */
export const anInput: Rule = {
  allowed: 'an informer',
  test: (given) => anObservable.test((given as { status$?: unknown } | null | undefined)?.status$),
};
/** The rule for informers by names. `checkMembers` checks the informers. */
export const anInformerRecord: Rule = {
  allowed: 'an object with an informer for each name',
  test: (given) => anObject.test(given),
};

export const reconcileRules: Readonly<Record<keyof ReconcileOptions, Rule>> = {
  inputs: anInformerRecord,
  syncTimeout: milliseconds(1),
  concurrency: integer(1),
  rateLimiter: aRateLimiter,
  debounce: {
    allowed: '{ wait, maxWait } in ms, with wait <= maxWait',
    test: (given) => {
      const { wait, maxWait } = (given ?? {}) as Partial<Debounce>;
      const time = milliseconds(0);
      return time.test(wait) && time.test(maxWait) && Number(wait) <= Number(maxWait);
    },
  },
  timeout: milliseconds(1),
  enabled: anObservable,
  stop$: anObservable,
  drainTimeout: milliseconds(0),
  metrics: anObserver,
};

/** The check of an argument that must be a reconcile function. */
export const aReconcile: Rule = aFunction;
