/** What `measure.ts` and the Go program in `controller-runtime/` can measure. Each measure needs a new process. */
export type Measure = 'work' | 'empty' | 'backlog' | 'stalls' | WayToWait;

/** The ways in which a key waits for its run. */
export type WayToWait = 'ready' | 'requeued' | 'backoff';

/** The sizes of the scenario `reconcile`. */
export interface ReconcileSizes {
  /** Number of keys that are due at once. */
  readonly keys: number;
  /** Number of keys that wait. */
  readonly waiting: number;
}

/**
 * The number of passes over all keys before the measured passes. V8 compiles the code during 100,000 runs. The Go
 * program in `controller-runtime/` has the same passes.
 */
export const warmPasses = (keys: number): number => Math.ceil(100_000 / keys);

/** The number of measured passes. */
export const measuredPasses = 3;

/** The number of all runs of the measure `empty` or `backlog`. */
export const emptyRuns = (keys: number): number => (warmPasses(keys) + measuredPasses) * keys;

/** Duration of a run that computes, in ms. */
export const runMilliseconds = 0.1;

/**
 * The time after which all keys are due a second time, in ms. By then, all runs of the first time have ended, also on a
 * computer with other work: their computations take a fifth of the time.
 */
export const secondTime = (keys: number): number => 2_000 + keys * runMilliseconds * 3;

/** Number of watch events at 1,000 events per second that cover both times at which all keys are due. */
export const pacedEvents = (keys: number): number => secondTime(keys) + 500 + keys * runMilliseconds * 3;

/** Number of the objects whose events the watch receives. The controller does not reconcile these objects. */
export const watchedObjects = 100;
