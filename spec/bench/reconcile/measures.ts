/** What `measure.ts` and the Go program in `controller-runtime/` can measure. Each measure needs a new process. */
export type Measure = 'work' | 'empty' | 'backlog' | 'ready' | 'requeued' | 'backoff' | 'stalls';

/** The ways in which a key waits for its run. */
export const waysToWait = ['ready', 'requeued', 'backoff'] as const;
export type WayToWait = (typeof waysToWait)[number];

/** The sizes of the scenario `reconcile`. */
export interface ReconcileSizes {
  /** Number of keys that are due at once. */
  readonly keys: number;
  /** Number of keys that wait. */
  readonly waiting: number;
}

/** Duration of a run that computes, in ms. */
export const runMilliseconds = 0.1;

/**
 * The time after which all keys are due a second time, in ms. By then, all runs of the first time have ended: their
 * computations take two thirds of the part that depends on the number of keys.
 */
export const secondTime = (keys: number): number => 1_000 + keys * runMilliseconds * 1.5;

/** Number of watch events at 1,000 events per second that cover both times at which all keys are due. */
export const pacedEvents = (keys: number): number => secondTime(keys) + 500 + keys * runMilliseconds * 3;

/** Number of the objects whose events the watch receives. The controller does not reconcile these objects. */
export const watchedObjects = 100;
