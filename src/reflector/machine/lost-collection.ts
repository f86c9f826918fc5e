import { type KubeError, StatusError } from '../../objects/index.ts';
import { elapsed } from '../../scheduling/index.ts';
import { decide, type RequestOutcome, type RetryDecision, type Timing } from './decide.ts';
import type { ReflectorState } from './reflector-state.ts';

/** The refusals after which a collection can be lost. */
type RefusalClass = 'forbidden' | 'notFound';

export interface RefusalPolicy extends Timing {
  readonly onForbidden: 'keep' | 'clear';
}

/** The result of a request: the failure with the delay, and whether the collection is lost. */
export interface RequestEnd {
  /** Absent if the next request follows immediately. */
  readonly retry: RetryDecision | undefined;
  /** True if the consumer has to remove all objects. */
  readonly isLost: boolean;
}

/**
 * How long the server must refuse the collection before the collection counts as lost, in ms. A server that has
 * just started, or another server behind the same address, can refuse a request for a moment, because the
 * server has not loaded all roles and CRDs.
 */
const confirmAfter = 5_000;
/** The shortest time between two checks of API discovery, in ms. */
const checkInterval = 10_000;

/**
 * Decides what follows the end of a request, and whether the collection is lost. `decide` decides the next request. The
 * collection is lost if the consumer has objects, the server has sent nothing but the same refusal for 5 s, and:
 *
 * - the refusal is 403 as a Status of the API server, and `onForbidden` is 'clear', or
 * - the refusal is 404, and API discovery shows that the server serves the resource in no version of its group.
 *
 * After the loss the next request is a list of the most recent state.
 */
export function endRequest(
  state: ReflectorState,
  outcome: RequestOutcome,
  policy: RefusalPolicy,
  now: number,
): RequestEnd {
  const retry = decide(state, outcome, policy);
  const refusal = refusalOf(outcome.error);
  if (refusal === undefined) {
    state.refusal = undefined;
    return { retry, isLost: false };
  }
  const isList = outcome.plan.kind === 'list' || outcome.plan.kind === 'probe';
  const series =
    state.refusal?.failure === refusal
      ? state.refusal
      : { failure: refusal, since: now, includesList: false };
  state.refusal = { ...series, includesList: series.includesList || isList };
  // A streamed list needs the right to watch. A list in pages shows whether the user may still list.
  const mayStillList = outcome.plan.kind === 'stream' && !state.refusal.includesList;
  if (refusal === 'forbidden' && policy.onForbidden === 'clear' && state.hasObjects && mayStillList) {
    state.streaming = 'broken';
    return { retry: sooner(retry, outcome, policy), isLost: false };
  }
  const isConfirmed = refusal === 'forbidden' ? policy.onForbidden === 'clear' : isNotServed(outcome.error);
  // Without a delay, the next request is a streamed list, for which the user may have the right.
  if (retry !== undefined && state.hasObjects && isConfirmed && hasLasted(state, now)) {
    state.hasObjects = false;
    state.next = 'list';
    state.resourceVersion = '';
    return { retry, isLost: true };
  }
  return { retry: state.hasObjects ? sooner(retry, outcome, policy) : retry, isLost: false };
}

/**
 * Returns whether the next list has to check in API discovery whether the server serves the resource. The check
 * is necessary only if the consumer has objects. The function remembers the time of the check.
 */
export function planServedCheck(state: ReflectorState, now: number): boolean {
  const { hasObjects, refusal, servedCheckedAt } = state;
  if (!hasObjects || refusal?.failure !== 'notFound' || !hasLasted(state, now)) return false;
  if (servedCheckedAt !== undefined && elapsed(servedCheckedAt, now) < checkInterval) return false;
  state.servedCheckedAt = now;
  return true;
}

const hasLasted = ({ refusal }: ReflectorState, now: number): boolean =>
  refusal !== undefined && elapsed(refusal.since, now) >= confirmAfter;

/** Returns the class of a refusal of the API server. The error page of a proxy with 403 is no such refusal. */
function refusalOf(error: KubeError | undefined): RefusalClass | undefined {
  if (!(error instanceof StatusError) || error.inStream) return undefined;
  if (error.failure === 'notFound') return 'notFound';
  return error.failure === 'forbidden' && error.reason === 'Forbidden' ? 'forbidden' : undefined;
}

const isNotServed = (error: KubeError | undefined): boolean =>
  error instanceof StatusError && error.isNotServed;

/**
 * Returns a shorter delay after a 403, so that the second 403 confirms the loss within 10 s. A user may have the right to
 * list without the right to watch. Then each watch fails, and only the first failure has the shorter delay.
 */
function sooner(
  retry: RetryDecision | undefined,
  { plan }: RequestOutcome,
  { onForbidden, random }: RefusalPolicy,
): RetryDecision | undefined {
  if (onForbidden === 'keep' || retry?.failure !== 'forbidden') return retry;
  if (plan.kind === 'watch' && retry.attempt > 1) return retry;
  return { ...retry, delay: confirmAfter + Math.round(random() * confirmAfter) };
}
