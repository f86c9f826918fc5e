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
 * The stall measurement makes all keys due at once, and then a second time. This function returns the time between the
 * two, in ms. The time is more than three times the CPU time of the first runs, so that these runs also end in time on
 * a busy computer.
 */
export const secondTime = (keys: number): number => 2_000 + keys * runMilliseconds * 3;

/**
 * Number of watch events in the stall measurement. The server sends 1,000 events per second. So the events continue
 * until the keys have run a second time.
 */
export const pacedEvents = (keys: number): number => secondTime(keys) + 500 + keys * runMilliseconds * 3;

/** Number of the objects whose events the watch receives. The controller does not reconcile these objects. */
export const watchedObjects = 100;
