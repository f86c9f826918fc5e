/**
 * Entry point `rx-informer/controller`: from changes to reconcile runs, as operators.
 *
 * @packageDocumentation
 */
export { admission } from './admission.ts';
export type {
  AdmissionCause,
  AdmissionOptions,
  AdmissionRequest,
  AdmissionResult,
  AdmissionReturn,
} from './admission-types.ts';
export { eventRecorder, type EventRecorder, type EventRecorderOptions } from './event-recorder.ts';
export { freshness, type FreshInformer } from './freshness.ts';
export { type ObservedController, operations, type OperationsOptions } from './operations.ts';
export type { EventFacts } from './machine/new-event.ts';
export { controller, type ControllerOptions } from './controller.ts';
export { leaderElection } from './leader-election.ts';
export type { LeaseOptions, LeaseTimings } from './leader-election-options.ts';
export type { Leadership } from './machine/elector-types.ts';
export type { ReadableStore } from './machine/own-writes.ts';
export type { Debounce } from './machine/work-queue.ts';
export { changed, generationChanged } from './predicates.ts';
export {
  bucketLimiter,
  type BucketLimiterOptions,
  exponentialLimiter,
  type ExponentialLimiterOptions,
  fastSlowLimiter,
  type FastSlowLimiterOptions,
  maxOf,
  type RateLimiter,
  withMaxWait,
} from './rate-limiter.ts';
export { type OwnWritesView, readYourWrites } from './read-your-writes.ts';
export { reconcileByKey } from './reconcile-by-key.ts';
export type {
  Reconcile,
  ReconcileContext,
  ReconcileMetrics,
  ReconcileOptions,
  ReconcileOutcome,
  ReconcileRequest,
  ReconcileResult,
  ReconcileReturn,
  ReconcileRunFacts,
} from './reconcile-types.ts';
export { controllerOf, requestsForAll, toRequests, type ToRequestsOptions } from './to-requests.ts';
export { runUntilSignal } from './run-until-signal.ts';
export { shardLeases } from './shard-leases.ts';
export type { ShardLeaseOptions } from './shard-leases-options.ts';
export { TerminalError } from './terminal-error.ts';
export { type FinalizerPhases, withFinalizer } from './with-finalizer.ts';
