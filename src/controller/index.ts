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
export { TerminalError } from './terminal-error.ts';
