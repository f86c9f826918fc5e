import {
  ConnectionError,
  type FailureClass,
  KubeError,
  ProtocolError,
  StatusError,
} from '../../objects/index.ts';
import { type Backoff, backoffDelay } from './backoff.ts';
import {
  type Counter,
  firstRelistThreshold,
  isResumable,
  type ReflectorState,
  type RequestPlan,
} from './reflector-state.ts';

/** How a request ended: the input of the decision table. */
export interface RequestOutcome {
  readonly plan: RequestPlan;
  /** Absent: the server closed the stream, the list is complete, the probe was answered, or the reflector aborted the stream. */
  readonly error?: KubeError;
  /** The reflector aborted the stream: no frame arrived within the idle limit, or it went on 30 s after its `timeoutSeconds`. */
  readonly idle: boolean;
  /** At least one frame of a streamed list arrived. */
  readonly begun: boolean;
  /** The streamed list reached its end, and went on as a watch. */
  readonly synced: boolean;
  /** No answer to the watch had begun when the watch ended. */
  readonly unanswered?: boolean;
  /** How long the watch was open, ms; 0 for a watch without an answer. */
  readonly lived: number;
  /** Events and bookmarks of the watch. */
  readonly frames: number;
  /** The reflector aborted the watch, because the watch sent an older version and the server's version is not below the newest. */
  readonly eventRepeated: boolean;
  /** The version of a probe, or of an event where no probe is possible, if it is below the newest. */
  readonly versionsResetTo?: string | undefined;
}

/** A failure, and the delay before the next request, ms. */
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

/** In ms, after a second 401: the server refused fresh credentials, too. */
const unauthorizedDelay = 5_000;
/** In ms, after 403, 404 and other failures that a retry does not solve soon. */
const slowDelay = 30_000;
/** In s. The server can be replaced during a `Retry-After` of this length. */
const longPause = 5;
/** In ms. A longer `Retry-After` is cut to this. */
const longestRetryAfter = 3_600_000;

/**
 * The decision table of a reflector: which request follows the end of a request. Updates `state`, and returns the failure and
 * the delay; `undefined`: the next request is sent at once. The first rule that applies decides, and can change the default next
 * request of a watch.
 *
 * docs/reference/faults.md has the table. The backoff is client-go's, without its quirks Q1, Q2, Q3, Q5 and Q23; other limits are ours.
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
    const reset = versionsResetError(outcome.versionsResetTo, state.newest);
    state.next = 'list';
    state.versionsReset = state.needsMostRecent = true;
    return retry('expired', reset, step);
  }
  const isProbed = plan.kind === 'probe' && error === undefined;
  if (outcome.eventRepeated || (isProbed && state.sawOlderVersion)) {
    state.next = 'list';
    state.needsMostRecent = true;
    return retry('expired', eventRepeatedError(), step);
  }
  if (plan.kind === 'stream' && !outcome.synced) {
    if (isBrokenOff(outcome)) state.brokenLists += 1;
    // If the server ignores `sendInitialEvents`, or a proxy buffers or breaks off each stream, a list in pages may still work.
    const isUnusable = state.brokenLists >= 3 || (error === undefined && outcome.idle);
    if (isUnsupported(outcome) || isUnusable) {
      state.streaming = isUnsupported(outcome) ? false : 'broken';
      if (error?.failure === 'expired') state.needsMostRecent = true;
      // No counter of attempts: the list in pages that follows is another request, and the first of its kind.
      return { error: unsupported(error), failure: 'unsupported', attempt: 1, delay: retryAfter ?? 0 };
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
  // After a 403 for pages, lists are streamed again: this needs only the right to watch, and the outage may be over.
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
      return retry('notFound', error, slowStep);
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
 * Whether the server can have been restored or replaced before the next watch, so that its version has to be probed first:
 *
 * - the watch failed, was idle, or sent no frame,
 * - the watch sent an older version,
 * - the watch was short, so that the next one follows after a backoff.
 *
 * After a 429 without a long `Retry-After` there is no probe, unless the watch sent an older version: the server is up.
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

/**
 * Whether the server will refuse the same probe again. A streamed list, which needs no right to `list`, then takes its place: a
 * watch from an unconfirmed version could keep objects that the server has deleted.
 */
export const isRefusedForGood = ({ failure }: KubeError): boolean =>
  failure === 'forbidden' || failure === 'fatal';

/** Whether the server refused the watch, or did not answer. Such a watch counts as short, however long it took. */
function isRefusal({ error, frames, synced }: RequestOutcome): boolean {
  if (frames > 0 || synced) return false;
  if (error instanceof StatusError) return !error.inStream;
  if (error?.failure === 'unauthorized') return true; // the page of a login proxy
  return error instanceof ConnectionError && error.answered === false;
}

/** The server deleted an object that it could not read. The error does not name the object, so only a list shows it (B37). */
const isUnreadable = (error: KubeError): boolean =>
  error instanceof StatusError && error.reason === 'StorageReadError';

/** Resets the counters after a healthy watch. A frame alone does not reset the counter of 401: the first 401 is retried at once. */
function resetCounters(state: ReflectorState, isHealthy: boolean, livedLong: boolean): void {
  const { attempts } = state;
  if (isHealthy) attempts.expired = attempts.other = state.tooLargeErrors = 0;
  if (livedLong) attempts.unauthorized = 0;
}

/**
 * Counts watches without a frame and without an error since the last frame, and plans a list when there are too many.
 * Reasons: a watch from a compacted version can end at once, again and again (P137), and a proxy can buffer all events.
 *
 * The first list follows the third watch that ended within a second, the sixth longer one, or the first without an
 * answer. Later lists follow at the scores 12, 24, 48 and 96, then after every 64: a collection can be that quiet.
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
    // A server that keeps a watch open for 1 s has accepted the version: its watch cache can serve this list.
    state.needsMostRecent ||= lived < 1_000;
    state.next = 'list';
  }
}

/**
 * Plans the list after a 410. After a watch: a list not older than `resourceVersion`. After a list with a version: a list of the
 * most recent state, at once (B3). After a list of the most recent state: the continue token expired, so the next one is unpaged.
 *
 * @returns whether the list is sent at once
 */
function relistExpired(state: ReflectorState, { plan }: RequestOutcome, watched: boolean): boolean {
  state.next = 'list';
  if (watched) return false;
  state.needsMostRecent = true;
  if (plan.resourceVersion !== '') return true;
  // A streamed list has no continue tokens.
  state.unpaged ||= plan.kind === 'list';
  return false;
}

/** Whether the server refuses streamed lists. */
const isUnsupported = ({ error }: RequestOutcome): boolean =>
  error?.failure === 'unsupported' || (error instanceof StatusError && error.failure === 'fatal');

/**
 * Whether the streamed list ended after the answer had begun. A request that the server refused, or did not receive, says nothing
 * about streamed lists.
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

const unsupported = (cause: KubeError | undefined): KubeError =>
  new KubeError(
    'unsupported',
    `the server does not stream lists (${cause?.message ?? 'a list did not end'}); listing in pages`,
    cause === undefined ? undefined : { cause },
  );

function closed({ idle, lived, plan, synced }: RequestOutcome): KubeError {
  if (idle) return new ConnectionError('the stream was idle for too long; retrying');
  return new ConnectionError(
    plan.kind === 'stream' && !synced
      ? 'the server closed a streamed list before its end; retrying'
      : `the server closed the watch after ${Math.round(lived)} ms; retrying`,
  );
}
