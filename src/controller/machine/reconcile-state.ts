import { HandlerError, KubeError, OptionsError, splitKey } from '../../objects/index.ts';
import type { RateLimiter } from '../rate-limiter.ts';
import type { RunEnd } from '../reconcile-run.ts';
import type {
  ReconcileContext,
  ReconcileMetrics,
  ReconcileOutcome,
  ReconcileRequest,
  ReconcileRunFacts,
} from '../reconcile-types.ts';
import { TerminalError } from '../terminal-error.ts';
import { longestDelay } from './delay-heap.ts';
import type { WorkItem } from './work-queue-entry.ts';
import { type Debounce, WorkQueue, type WorkRun } from './work-queue.ts';

export interface ReconcileStateOptions {
  readonly limiter: RateLimiter;
  readonly concurrency: number;
  readonly debounce: Debounce | undefined;
  /** Returns the time in ms of a clock that never goes back. */
  readonly now: () => number;
}

/** A run that has started. */
export interface StartedRun {
  readonly run: WorkRun;
  readonly attempt: number;
  readonly startedAt: number;
  /** The error, if the rate limiter threw instead of returning the number of failures. */
  readonly defect?: KubeError;
}

/** Decides which key runs next, and what follows from the end of a run. */
export class ReconcileState {
  /** Whether all inputs have synced. */
  isSynced = false;
  /** The last value of the option `enabled`. */
  isEnabled = true;
  readonly #options: ReconcileStateOptions;
  readonly #queue = new WorkQueue();
  /**
   * The number of runs that count for `concurrency`. If the promise of an ended run continues, the run does not count
   * here, but its key still counts as running in the queue.
   */
  #active = 0;
  #retries = 0;
  #isStopping = false;

  constructor(options: ReconcileStateOptions) {
    this.#options = options;
  }

  get nextDueAt(): number | undefined {
    return this.#queue.nextDueAt;
  }

  /** Whether the drain is over. */
  get isDrained(): boolean {
    const { isShuttingDown, running, length } = this.#queue;
    return isShuttingDown && running === 0 && (length === 0 || this.#isStopping);
  }

  get metrics(): ReconcileMetrics {
    return { ...this.#queue.sizes(this.#options.now()), retries: this.#retries };
  }

  /** Adds the key of the request. Returns the outcome if the request is refused. */
  add(request: ReconcileRequest): ReconcileOutcome | undefined {
    const error = requestDefect(request);
    if (error !== undefined) {
      const given: unknown = (request as Partial<ReconcileRequest> | null | undefined)?.key;
      const key = typeof given === 'string' ? given : '';
      return { outcome: 'failed', key, causes: [], duration: 0, waited: 0, error, attempt: 0 };
    }
    const { cause, priority, isRepeat } = request;
    const { debounce, now } = this.#options;
    const how = { cause, isLowPriority: priority === 'low', isRepeat: isRepeat === true };
    if (debounce === undefined) this.#queue.add(request, now(), how);
    else this.#queue.addDebounced(request, now(), debounce, how);
    return undefined;
  }

  /** Moves the keys whose delay is over to the ready keys. */
  advance(): void {
    this.#queue.advance(this.#options.now());
  }

  /** Starts the run of the next key, or returns `undefined` if no run may start. */
  next(): StartedRun | undefined {
    const { concurrency, limiter, now } = this.#options;
    if (!this.isSynced || !this.isEnabled || this.#isStopping || this.#active >= concurrency)
      return undefined;
    const startedAt = now();
    const run = this.#queue.get(startedAt);
    if (run === undefined) return undefined;
    this.#active++;
    try {
      return { run, attempt: limiter.retries(run.id), startedAt };
    } catch (error) {
      return { run, attempt: 0, startedAt, defect: new HandlerError('rateLimiter', run.item.key, error) };
    }
  }

  /**
   * Ends a run: forgets or counts its failure, and adds its requeue or its retry. The key still counts as running until
   * `settle`.
   */
  end(started: StartedRun, end: RunEnd): ReconcileOutcome {
    const { run, startedAt } = started;
    const { id, item, causes, waited } = run;
    const time = this.#options.now();
    const facts = { ...item, causes, duration: time - startedAt, waited };
    switch (end.end) {
      case 'done': {
        const defect = started.defect ?? this.#forget(item, id);
        if (defect !== undefined) return this.#failed(started, defect, facts);
        if (end.requeueAfter === undefined) return { outcome: 'done', ...facts };
        this.#queue.addAfter(item, time, end.requeueAfter);
        return { outcome: 'done', ...facts, requeueAfter: end.requeueAfter };
      }
      case 'failed':
        return this.#failed(started, end.error, facts);
      case 'aborted':
        this.#queue.add(item, time, { cause: 'aborted' });
        return { outcome: 'aborted', ...facts };
    }
  }

  /** Adds the retry of a failed run, unless the error is terminal or the queue drains. */
  #failed({ run, attempt }: StartedRun, error: unknown, facts: ReconcileRunFacts): ReconcileOutcome {
    const { id, item } = run;
    const failed = { outcome: 'failed', ...facts, error, attempt } as const;
    if (error instanceof TerminalError) return { ...failed, error: this.#forget(item, id) ?? error };
    if (this.#queue.isShuttingDown) return failed;
    const { retryAfter, ...defect } = this.#retryDelay(item.key, id);
    this.#retries++;
    this.#queue.retryAfter(item, this.#options.now(), retryAfter);
    return { ...failed, ...defect, retryAfter };
  }

  /** Frees the place of a run that has ended. */
  release(): void {
    this.#active--;
  }

  /** Marks the key as not running, so that it can have another run. */
  settle({ run }: StartedRun): void {
    this.#queue.done(run, this.#options.now());
  }

  /** Refuses further keys, and drops the delayed ones. */
  drain(): void {
    this.#queue.shutDown(this.#options.now());
  }

  /** Returns the delay of the limiter. If the limiter throws, or returns no time, the delay is 1 s, and the outcome has the error. */
  #retryDelay(key: string, id: string): { readonly retryAfter: number; readonly error?: KubeError } {
    let cause: unknown;
    try {
      const delay: unknown = this.#options.limiter.when(id);
      if (typeof delay === 'number' && delay >= 0) return { retryAfter: Math.min(delay, longestDelay) };
      cause = new OptionsError('rateLimiter: when', delay, 'a function that returns a time in ms, 0 or more');
    } catch (error) {
      cause = error;
    }
    return { retryAfter: 1_000, error: new HandlerError('rateLimiter', key, cause) };
  }

  /** Forgets the failures of the key. Returns the error if the limiter throws. */
  #forget({ key }: WorkItem, id: string): KubeError | undefined {
    try {
      this.#options.limiter.forget(id);
      return undefined;
    } catch (error) {
      return new HandlerError('rateLimiter', key, error);
    }
  }

  /** Starts no further run. */
  stop(): void {
    this.#isStopping = true;
  }
}

/** Returns the argument of the reconcile function without `signal` and `waitUntil`. `reconcileRun` adds these two. */
export function contextOf({ run, attempt }: StartedRun): Omit<ReconcileContext, 'signal' | 'waitUntil'> {
  return { ...run.item, causes: run.causes, attempt };
}

/** Returns the error for a request with an invalid key or cluster. */
function requestDefect(request: ReconcileRequest): KubeError | undefined {
  const { key, cluster } = ((request as unknown) ?? {}) as Readonly<Record<keyof ReconcileRequest, unknown>>;
  if (typeof key !== 'string' || key === '' || key.includes('\n'))
    return new OptionsError('request: key', key, allowedKey);
  if (cluster !== undefined && (typeof cluster !== 'string' || cluster.includes('\n')))
    return new OptionsError('request: cluster', cluster, 'a string in one line');
  try {
    const { namespace, name } = splitKey(key);
    const isKey = name !== '' && (namespace !== '' || !key.includes('/'));
    return isKey ? undefined : new OptionsError('request: key', key, allowedKey);
  } catch (error) {
    return error instanceof KubeError ? error : undefined;
  }
}

const allowedKey = '`name` or `namespace/name`';
