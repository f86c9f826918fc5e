import {
  ConnectionError,
  type FailureClass,
  KubeError,
  ProtocolError,
  StatusError,
} from '../../objects/index.ts';
import { type Backoff, backoffDelay } from './backoff.ts';
import { type Counter, firstRelistThreshold, isResumable, type Memory, type Plan } from './memory.ts';

/** How a request ended. */
export interface Ending {
  readonly plan: Plan;
  /** Absent: the server closed the stream, or the list is complete. */
  readonly error?: KubeError;
  /** The stream was aborted by us: nothing came for too long. */
  readonly silent: boolean;
  /** Something of a streamed list had come. */
  readonly begun: boolean;
  /** A streamed list that reached its end, and so is a watch from there on. */
  readonly synced: boolean;
  /** A watch that was never answered, though it was open for long. */
  readonly unanswered?: boolean;
  /** How long it was a watch, ms; 0 for one that was never answered. */
  readonly lived: number;
  /** Events and bookmarks since it was a watch. */
  readonly frames: number;
  /** The stream was aborted by us: it brought an older version, and the server's own is not below the newest. */
  readonly repeated: boolean;
  /** The server's version, where that is below the newest. */
  readonly behind?: string | undefined;
}

/** A failure, and how long to wait, ms. */
export interface Wait {
  readonly error: KubeError;
  readonly failure: FailureClass;
  readonly attempt: number;
  readonly delay: number;
}

export interface Timing {
  readonly backoff: Required<Backoff>;
  readonly random: () => number;
}

/** In ms: 401 after fresh credentials were refused too; 403, 404 and mistakes that are not given up. */
const unauthorizedDelay = 5_000;
const slowDelay = 30_000;
/** In s: a server that asks for a longer pause may be replaced meanwhile. Each 429 says that it is there. */
const longPause = 5;
/** An hour: what a server may ask for at most, lest a timer overflow. */
const longestRetryAfter = 3_600_000;

/**
 * The decision table of a reflector: what follows upon the end of a request. Changes what is planned in `memory`, and
 * tells how long to wait; `undefined` goes on at once, for nothing is wrong.
 *
 * The table stands in docs/faults.md. The numbers are client-go's, without its quirks Q1, Q2, Q3, Q5 and Q23.
 */
export function decide(memory: Memory, ending: Ending, timing: Timing): Wait | undefined {
  const { plan, error, lived, frames } = ending;
  const watched = plan.kind === 'watch' || ending.synced;
  const livedLong = watched && lived >= timing.backoff.resetAfter && !isRefusal(ending);
  if (watched) {
    setBack(memory, frames > 0 || livedLong, livedLong);
    if (isUncertain(memory, ending, livedLong)) memory.plan = 'check';
    countEmptyWatches(memory, ending);
    if (!isResumable(memory.resourceVersion)) memory.plan = 'list';
  }

  const wait = (failure: FailureClass, cause: KubeError, delayOf: (attempt: number) => number): Wait => {
    const counter: Counter = failure === 'expired' || failure === 'unauthorized' ? failure : 'other';
    const attempt = ++memory.attempts[counter];
    return { error: cause, failure, attempt, delay: delayOf(attempt) };
  };
  const step = (attempt: number): number => backoffDelay(attempt, timing.backoff, timing.random);
  const slowly = (): number => slowDelay + Math.round(timing.random() * slowDelay);
  const atOnceAfterLong = (attempt: number): number => (livedLong ? 0 : step(attempt));
  const seconds = error instanceof StatusError ? (error.retryAfterSeconds ?? 0) : 0;
  const asked = seconds > 0 ? Math.min(Math.max(1, seconds) * 1_000, longestRetryAfter) : undefined;

  if (ending.behind !== undefined) {
    const reset = versionsReset(ending.behind, memory.newest);
    memory.plan = 'list';
    memory.wentBack = memory.consistent = true;
    return wait('expired', reset, step);
  }
  const isChecked = plan.kind === 'check' && error === undefined;
  if (ending.repeated || (isChecked && memory.doubted)) {
    memory.plan = 'list';
    memory.consistent = true;
    return wait('expired', repeatedEvent(), step);
  }
  const cannotStream =
    plan.kind === 'stream' && !ending.synced && (isUnsupported(ending) || isBrokenAgain(memory, ending));
  if (cannotStream) {
    memory.streaming = isUnsupported(ending) ? false : 'broken';
    if (error?.failure === 'expired') memory.consistent = true;
    // No attempt of any counter: what comes next is another request, and the first of its kind.
    return { error: unsupported(error), failure: 'unsupported', attempt: 1, delay: asked ?? 0 };
  }
  if (error === undefined) {
    if (plan.kind === 'list') return undefined;
    if (isChecked) {
      memory.plan = isResumable(memory.resourceVersion) ? 'watch' : 'list';
      return undefined;
    }
    if (!ending.silent && livedLong) return undefined;
    return wait('transient', closed(ending), atOnceAfterLong);
  }
  if (error instanceof StatusError && error.isResourceVersionTooLarge) {
    if (++memory.lagging > 2) {
      memory.consistent = true;
      memory.plan = 'list';
    }
    const delay = asked ?? 1_000;
    return wait('transient', error, (n) => (memory.lagging > 3 ? Math.max(delay, step(n)) : delay));
  }
  // A right to watch alone is enough for streamed lists, and the outage that broke them off may be over.
  if (plan.kind !== 'watch' && memory.streaming === 'broken' && error.failure === 'forbidden') {
    memory.streaming = true;
    memory.unfinished = 0;
  }
  if (plan.kind === 'check' && memory.streaming === true && isRefusedForGood(error)) {
    memory.plan = 'list';
    memory.consistent = true;
    return undefined;
  }
  switch (error.failure) {
    case 'expired':
      return wait('expired', error, relistExpired(memory, ending, watched) ? () => 0 : step);
    case 'throttled':
      return wait('throttled', error, asked === undefined ? step : () => asked);
    case 'unauthorized':
      return wait('unauthorized', error, (n) => (n === 1 ? 0 : Math.max(unauthorizedDelay, step(n - 1))));
    case 'notFound':
      memory.plan = 'list';
      return wait('notFound', error, slowly);
    case 'forbidden':
    case 'fatal':
    case 'unsupported':
      return wait(error.failure, error, slowly);
    case 'transient':
      if (watched && (++memory.broken >= 5 || isUnreadable(error))) memory.plan = 'list';
      return wait('transient', error, atOnceAfterLong);
  }
}

/**
 * Whether the server may have been restored or replaced before the next watch: it was away, or this watch gave no sign that it
 * knows the version, or a doubtful one, or the next watch comes a step later. 429 says that it is there, and asks for fewer
 * requests.
 */
function isUncertain({ doubted }: Memory, { error, silent, frames }: Ending, livedLong: boolean): boolean {
  if (doubted) return true;
  if (error === undefined) return silent || frames === 0 || !livedLong;
  return !(error instanceof StatusError && error.code === 429 && (error.retryAfterSeconds ?? 0) < longPause);
}

/**
 * A check that is refused so will be refused again. A reflector that lists by watches alone needs no right to list, so that
 * nothing is wrong: it streams the list anew, because a watch from a version of which the server says nothing may keep objects
 * that are gone.
 */
export const isRefusedForGood = ({ failure }: KubeError): boolean =>
  failure === 'forbidden' || failure === 'fatal';

/** A failure that came late is none of a watch that lived: the server took its time to refuse, or never answered. */
function isRefusal({ error, frames, synced }: Ending): boolean {
  if (frames > 0 || synced) return false;
  if (error instanceof StatusError) return !error.inStream;
  if (error?.failure === 'unauthorized') return true; // the page of a login proxy
  return error instanceof ConnectionError && error.answered === false;
}

/**
 * The server has deleted an object that it could not read: it cannot say which, so that only a list can tell (B37).
 */
const isUnreadable = (error: KubeError): boolean =>
  error instanceof StatusError && error.reason === 'StorageReadError';

/** Sets the counters back after a healthy watch; that of 401 not after a mere frame, or it would be asked at once again. */
function setBack(memory: Memory, isHealthy: boolean, livedLong: boolean): void {
  const { attempts } = memory;
  if (isHealthy) attempts.expired = attempts.other = memory.lagging = 0;
  if (livedLong) attempts.unauthorized = 0;
}

/**
 * A version that was compacted can look like a watch that ends at once, again and again (P137), and a proxy may let no event
 * through for as long as it likes. The third watch without a frame that ended within a second leads to a list, so does the
 * sixth that lived longer, and the first that was never answered. The next lists come after twice as many each time, but after 64 more at most: a collection can be so
 * quiet.
 */
function countEmptyWatches(memory: Memory, { error, frames, lived, unanswered }: Ending): void {
  if (error === undefined || frames > 0) memory.broken = 0;
  if (frames > 0) {
    memory.emptyWatchScore = 0;
    memory.relistThreshold = firstRelistThreshold;
  } else if (error === undefined) {
    const score = lived < 1_000 ? 2 : 1;
    memory.emptyWatchScore += unanswered ? firstRelistThreshold : score;
    if (memory.emptyWatchScore < memory.relistThreshold) return;
    memory.relistThreshold += Math.min(memory.relistThreshold, 64);
    // One that lived was let in with its version: a list that is not older than that will do, and costs etcd nothing.
    memory.consistent ||= lived < 1_000;
    memory.plan = 'list';
  }
}

/**
 * After a 410. A watch relists, not older than what was seen; a list that named a version is asked at once for the most
 * recent state (B3); one that did that already, and whose continue token expired, is asked for in one page.
 *
 * @returns whether to do so at once
 */
function relistExpired(memory: Memory, { plan }: Ending, watched: boolean): boolean {
  memory.plan = 'list';
  if (watched) return false;
  memory.consistent = true;
  if (plan.resourceVersion !== '') return true;
  // A streamed list has no tokens.
  memory.unpaged ||= plan.kind === 'list';
  return false;
}

/** The server refuses streamed lists. */
const isUnsupported = ({ error }: Ending): boolean =>
  error?.failure === 'unsupported' || (error instanceof StatusError && error.failure === 'fatal');

/**
 * The server ignores the parameter, or something between buffers the stream or breaks it off each time: what is too long for
 * one stream may come in pages.
 */
const isBrokenAgain = (memory: Memory, ending: Ending): boolean =>
  (ending.error === undefined && ending.silent) || (isBrokenOff(ending) && ++memory.unfinished >= 3);

/** It had been answered. A request that was refused, or never arrived, says nothing of streamed lists. */
function isBrokenOff({ error, begun }: Ending): boolean {
  if (error instanceof ProtocolError)
    return error.failure !== 'throttled' && error.failure !== 'unauthorized';
  if (error === undefined || begun) return true;
  return error instanceof StatusError
    ? error.inStream
    : error instanceof ConnectionError && error.answered === true;
}

const versionsReset = (version: string, newest: string): KubeError =>
  new KubeError(
    'expired',
    `the server's version ${version} is below ${newest}, the newest here: the server was restored or replaced; it is listed anew`,
  );

const repeatedEvent = (): KubeError =>
  new KubeError('expired', 'an older version came, but the server has not gone back; it is listed anew');

const unsupported = (cause: KubeError | undefined): KubeError =>
  new KubeError(
    'unsupported',
    `the server does not stream lists (${cause?.message ?? 'the end of one never came'}); it is listed in pages from now on`,
    cause === undefined ? undefined : { cause },
  );

function closed({ silent, lived, plan, synced }: Ending): KubeError {
  if (silent) return new ConnectionError('nothing came for too long; it is asked for again');
  return new ConnectionError(
    plan.kind === 'stream' && !synced
      ? 'the server closed a streamed list before its end; it is asked for again'
      : `the server closed the watch after ${Math.round(lived)} ms; it is asked for again`,
  );
}
