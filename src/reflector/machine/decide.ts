import {
  ConnectionError,
  type FailureClass,
  KubeError,
  ProtocolError,
  StatusError,
} from '../../objects/index.ts';
import { type Backoff, backoffDelay, notFoundDelay } from './backoff.ts';
import { streamIdleError } from './idle-detector.ts';
import {
  type Counter,
  firstRelistThreshold,
  isResumable,
  type ReflectorState,
  type RequestPlan,
} from './reflector-state.ts';

/** How a request of the reflector ended. `decide` decides from this record which request follows. */
export interface RequestOutcome {
  readonly plan: RequestPlan;
  /** The error that ended the request. Absent if the request ended without an error, or if the reflector aborted the watch. */
  readonly error?: KubeError;
  /** True if the reflector aborted the watch: no frame arrived within the idle limit, or the watch did not end in time. */
  readonly idle: boolean;
  /** True if at least one frame of a streamed list arrived. */
  readonly begun: boolean;
  /** True if the streamed list reached its end, and became a watch. */
  readonly synced: boolean;
  /** True if no answer to the watch or the streamed list had begun when the request ended. */
  readonly unanswered?: boolean;
  /** How long the watch was open, in ms. The value is 0 for a watch without an answer. */
  readonly lived: number;
  /** The number of events and bookmarks of the watch. */
  readonly frames: number;
  /** True if the reflector aborted a watch that repeated an old event. The versions of the server did not go backwards. */
  readonly eventRepeated: boolean;
  /** The current resourceVersion of the server, if it is lower than the newest version that the reflector has seen. */
  readonly versionsResetTo?: string | undefined;
}

/** A failure, and the delay in ms before the next request. */
export interface RetryDecision {
  readonly error: KubeError;
  readonly failure: FailureClass;
  readonly attempt: number;
  readonly delay: number;
}

export interface Timing {
  readonly backoff: Required<Backoff>;
  readonly random: () => number;
}

/** The delay in ms after a second 401 in a row, when the server has also refused fresh credentials. */
const unauthorizedDelay = 5_000;
/** The delay in ms after 403 and other failures that a retry does not solve soon. */
const slowDelay = 30_000;
/** In seconds. During a longer `Retry-After`, an administrator can replace the server, so a probe follows the wait. */
const longPause = 5;
/** The longest delay of a `Retry-After`, in ms. A longer `Retry-After` counts as one hour. */
const longestRetryAfter = 3_600_000;

/**
 * Decides which request follows the end of a request, by the decision table of the reflector. The function updates `state`, and
 * returns the failure and the delay. If the result is `undefined`, the reflector sends the next request immediately. The first
 * rule of the table that applies decides.
 *
 * The table is in docs/reference/faults.md. The backoff is that of client-go, without its quirks Q1, Q2, Q3, Q5 and Q23. The
 * other limits do not come from client-go.
 */
export function decide(
  state: ReflectorState,
  outcome: RequestOutcome,
  timing: Timing,
): RetryDecision | undefined {
  const { plan, error, lived, frames } = outcome;
  const watched = plan.kind === 'watch' || outcome.synced;
  const livedLong = watched && lived >= timing.backoff.resetAfter && !isRefusal(outcome);
  if (watched) {
    resetCounters(state, frames > 0 || livedLong, livedLong);
    if (needsProbe(state, outcome, livedLong)) state.next = 'probe';
    countEmptyWatches(state, outcome);
    if (!isResumable(state.resourceVersion)) state.next = 'list';
  }

  const retry = (
    failure: FailureClass,
    cause: KubeError,
    delayOf: (attempt: number) => number,
  ): RetryDecision => {
    const counter: Counter = failure === 'expired' || failure === 'unauthorized' ? failure : 'other';
    const attempt = ++state.attempts[counter];
    return { error: cause, failure, attempt, delay: delayOf(attempt) };
  };
  const step = (attempt: number): number => backoffDelay(attempt, timing.backoff, timing.random);
  const slowStep = (): number => slowDelay + Math.round(timing.random() * slowDelay);
  const atOnceIfLived = (attempt: number): number => (livedLong ? 0 : step(attempt));
  const seconds = error instanceof StatusError ? (error.retryAfterSeconds ?? 0) : 0;
  const retryAfter = seconds > 0 ? Math.min(Math.max(1, seconds) * 1_000, longestRetryAfter) : undefined;

  if (outcome.versionsResetTo !== undefined) {
    state.next = 'list';
    state.versionsReset = state.needsMostRecent = true;
    return retry('expired', versionsResetError(outcome.versionsResetTo, state.newest), step);
  }
  const isProbed = plan.kind === 'probe' && error === undefined;
  if (outcome.eventRepeated || (isProbed && state.sawOlderVersion)) {
    state.next = 'list';
    state.needsMostRecent = true;
    return retry('expired', eventRepeatedError(), step);
  }
  if (plan.kind === 'stream' && !outcome.synced) {
    if (isBrokenOff(outcome)) state.brokenLists += 1;
    // If the server ignores `sendInitialEvents`, or a proxy buffers or cuts each stream, a list in pages can still succeed.
    const isUnusable = state.brokenLists >= 3 || (error === undefined && outcome.idle);
    if (isUnsupported(outcome) || isUnusable) {
      state.streaming = isUnsupported(outcome) ? false : 'broken';
      if (error?.failure === 'expired') state.needsMostRecent = true;
      // `attempt` is 1, because the next request is the first list in pages.
      return { error: unsupported(outcome), failure: 'unsupported', attempt: 1, delay: retryAfter ?? 0 };
    }
  }
  if (error === undefined) {
    if (plan.kind === 'list') return undefined;
    if (isProbed) {
      state.next = isResumable(state.resourceVersion) ? 'watch' : 'list';
      return undefined;
    }
    if (!outcome.idle && livedLong) return undefined;
    return retry('transient', closed(outcome), atOnceIfLived);
  }
  if (error instanceof StatusError && error.isResourceVersionTooLarge) {
    state.tooLargeErrors += 1;
    if (state.tooLargeErrors > 2) {
      state.needsMostRecent = true;
      state.next = 'list';
    }
    const delay = retryAfter ?? 1_000;
    return retry('transient', error, (n) => (state.tooLargeErrors > 3 ? Math.max(delay, step(n)) : delay));
  }
  // After a 403 for a list in pages, streamed lists are tried again, because they need only the right to watch.
  if (plan.kind !== 'watch' && state.streaming === 'broken' && error.failure === 'forbidden') {
    state.streaming = true;
    state.brokenLists = 0;
  }
  if (plan.kind === 'probe' && state.streaming === true && isRefusedForGood(error)) {
    state.next = 'list';
    state.needsMostRecent = true;
    return undefined;
  }
  switch (error.failure) {
    case 'expired':
      return retry('expired', error, relistExpired(state, outcome, watched) ? () => 0 : step);
    case 'throttled':
      return retry('throttled', error, retryAfter === undefined ? step : () => retryAfter);
    case 'unauthorized':
      return retry('unauthorized', error, (n) => (n === 1 ? 0 : Math.max(unauthorizedDelay, step(n - 1))));
    case 'notFound':
      state.next = 'list';
      return retry('notFound', error, () => notFoundDelay(timing.backoff, timing.random));
    case 'forbidden':
    case 'fatal':
    case 'unsupported':
      return retry(error.failure, error, slowStep);
    case 'transient':
      if (watched) {
        state.watchFailures += 1;
        if (state.watchFailures >= 5 || isUnreadable(error)) state.next = 'list';
      }
      return retry('transient', error, atOnceIfLived);
  }
}

/**
 * Returns whether the reflector has to read the server's resource version before the next watch. The server may have been
 * restored or replaced in these situations:
 *
 * - the watch failed, was idle, or sent no frame,
 * - the watch sent an older version,
 * - the watch was short, so that the next watch follows after a backoff.
 *
 * A 429 without a long `Retry-After` needs no probe, unless the watch sent an older version.
 */
function needsProbe(
  { sawOlderVersion }: ReflectorState,
  { error, idle, frames }: RequestOutcome,
  livedLong: boolean,
): boolean {
  if (sawOlderVersion) return true;
  if (error === undefined) return idle || frames === 0 || !livedLong;
  return !(error instanceof StatusError && error.code === 429 && (error.retryAfterSeconds ?? 0) < longPause);
}

/** Whether the server will refuse each further probe. Then the reflector streams a list, without the right to `list`. */
export const isRefusedForGood = ({ failure }: KubeError): boolean =>
  failure === 'forbidden' || failure === 'fatal';

/** Returns whether the server refused the watch or did not answer. Such a watch is short, also after a late refusal. */
function isRefusal({ error, frames, synced }: RequestOutcome): boolean {
  if (frames > 0 || synced) return false;
  if (error instanceof StatusError) return !error.inStream;
  if (error?.failure === 'unauthorized') return true; // a proxy with a login page answered
  return error instanceof ConnectionError && error.answered === false;
}

/** Whether the server could not read a deleted object. Only a list shows which object was deleted (B37). */
const isUnreadable = (error: KubeError): boolean =>
  error instanceof StatusError && error.reason === 'StorageReadError';

/** Resets the counters after a healthy watch. A frame alone does not reset the counter of 401. */
function resetCounters(state: ReflectorState, isHealthy: boolean, livedLong: boolean): void {
  const { attempts } = state;
  if (isHealthy) attempts.expired = attempts.other = state.tooLargeErrors = 0;
  if (livedLong) attempts.unauthorized = 0;
}

/**
 * Counts the watches without a frame and without an error since the last frame. A watch of less than 1 s adds 2 to the
 * score, and a longer watch adds 1. Possible faults: each watch from a compacted version ends immediately (P137), or a
 * proxy buffers all events. A list follows at the score 6 or after a watch without an answer, then at 12, 24, 48, 96,
 * and then after every 64. The lists become rare, because a healthy collection can have no events.
 */
function countEmptyWatches(
  state: ReflectorState,
  { error, frames, lived, unanswered }: RequestOutcome,
): void {
  if (error === undefined || frames > 0) state.watchFailures = 0;
  if (frames > 0) {
    state.emptyWatchScore = 0;
    state.relistThreshold = firstRelistThreshold;
  } else if (error === undefined) {
    const score = lived < 1_000 ? 2 : 1;
    state.emptyWatchScore += unanswered ? firstRelistThreshold : score;
    if (state.emptyWatchScore < state.relistThreshold) return;
    state.relistThreshold += Math.min(state.relistThreshold, 64);
    // A watch of 1 s or more shows that the server has the version. So its watch cache may answer the list.
    state.needsMostRecent ||= lived < 1_000;
    state.next = 'list';
  }
}

/**
 * Plans the next list after a request failed with 410.
 * - If a watch failed, the next list may not be older than `resourceVersion`.
 * - If a list with a version failed, the next list requests the most recent state immediately (B3).
 * - If a list of the most recent state failed, its continue token has expired. So the next list has no `limit`.
 *
 * @returns whether the list is sent immediately
 */
function relistExpired(state: ReflectorState, { plan }: RequestOutcome, watched: boolean): boolean {
  state.next = 'list';
  if (watched) return false;
  state.needsMostRecent = true;
  if (plan.resourceVersion !== '') return true;
  // A streamed list has no continue token, so only a failed list in pages sets `unpaged`.
  state.unpaged ||= plan.kind === 'list';
  return false;
}

const isUnsupported = ({ error }: RequestOutcome): boolean =>
  error?.failure === 'unsupported' || (error instanceof StatusError && error.failure === 'fatal');

/**
 * Returns whether a streamed list ended after its answer had begun. Only then can streamed lists be broken.
 * An earlier end has another reason: for example, the server did not receive the request.
 */
function isBrokenOff({ error, begun }: RequestOutcome): boolean {
  if (error instanceof ProtocolError)
    return error.failure !== 'throttled' && error.failure !== 'unauthorized';
  if (error === undefined || begun) return true;
  return error instanceof StatusError
    ? error.inStream
    : error instanceof ConnectionError && error.answered === true;
}

const versionsResetError = (version: string, newest: string): KubeError =>
  new KubeError(
    'expired',
    `the server's version ${version} is below ${newest}, the newest here: the server was restored or replaced; relisting`,
  );

const eventRepeatedError = (): KubeError =>
  new KubeError('expired', 'the watch repeated an old event; relisting');

function unsupported(outcome: RequestOutcome): KubeError {
  const { error: cause, idle, begun } = outcome;
  if (idle && !begun) return streamIdleError(outcome);
  const message = `the server does not stream lists (${cause?.message ?? 'a list did not end'}); listing in pages`;
  return new KubeError('unsupported', message, cause && { cause });
}

function closed({ idle, lived, plan, synced }: RequestOutcome): KubeError {
  if (idle) return new ConnectionError('the stream was idle for too long; retrying');
  return new ConnectionError(
    plan.kind === 'stream' && !synced
      ? 'the server closed a streamed list before its end; retrying'
      : `the server closed the watch after ${Math.round(lived)} ms; retrying`,
  );
}
