import { StatusError } from '../../objects/index.ts';
import type {
  ElectorAction,
  ElectorEvent,
  ElectorSettings,
  ElectorState,
  Instant,
  Leadership,
  Term,
} from './elector-types.ts';
import { learned } from './elector-knowledge.ts';
import { acquiredSpec, leaseWith, microTime, newLease, releasedSpec, renewedSpec } from './lease-record.ts';

/** client-go's `JitterFactor`: a failed attempt to acquire is followed by 1 to 2.2 retry periods. */
export const jitterFactor = 1.2;

/** The state of an elector before its first attempt. */
export const newElector: ElectorState = {
  actedAt: 0,
  attempt: { began: { elapsed: 0, wall: 0 }, isFast: false },
  mayHold: false,
  leadership: { isLeader: false, transitions: 0 },
};

/**
 * client-go's `LeaderElector` as a pure function: returns the state after an event, with the next action.
 *
 * An attempt reads the Lease. It writes the Lease if the Lease is free or expired, or if this process is the holder.
 * The holder writes without a read first (B240). After a lost term, the elector releases the Lease if this process is
 * possibly still the holder. Then it makes new attempts.
 */
export function advance(
  settings: ElectorSettings,
  before: ElectorState,
  event: ElectorEvent,
  now: Instant,
): ElectorState {
  const state = learned(settings, before, event, now);
  if (event.type === 'stop') return stopped(settings, state, now);
  if (state.release !== undefined) return released(settings, state, state.release, event, now);
  const isWrite = before.action?.do === 'create' || before.action?.do === 'update';
  if (event.type === 'answered' && isWrite) return won(settings, state, now);
  if (state.term !== undefined && now.elapsed >= endOf(settings, state.term)) {
    return lost(settings, state, now);
  }
  if (event.type === 'start' || event.type === 'waited') return attempt(settings, state, now);
  if (event.type === 'answered') return judged(settings, state, now);
  if (before.action?.do === 'read' && isNotFound(event.error)) return created(settings, state, now);
  return before.action?.do === 'update' && state.attempt.isFast
    ? read(settings, state, now)
    : failed(settings, state, now);
}

/** The duration of the Lease in ms. A Lease stores whole seconds. */
const storedDuration = ({ leaseDuration }: ElectorSettings): number =>
  Math.floor(leaseDuration / 1_000) * 1_000;

/**
 * Returns the time at which a term ends if it is not renewed. It is the renew deadline, or the time at which the other
 * processes can see the Lease expire, whichever is earlier. client-go has only the first limit.
 */
const endOf = (settings: ElectorSettings, { round, renewedAt }: Term): number =>
  Math.min(
    round === undefined ? Infinity : round.began + settings.renewDeadline,
    renewedAt + storedDuration(settings),
  );

function attempt(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const { term, observed, lease } = state;
  const { elapsed } = now;
  const renewing = term && { ...term, round: term.round ?? { began: elapsed, ticks: 0 } };
  const spec = observed?.spec;
  const isOwn =
    spec?.holderIdentity === settings.identity &&
    observed !== undefined &&
    observed.at + spec.leaseDurationSeconds * 1_000 > elapsed;
  const isFast = isOwn && lease !== undefined;
  const began = { began: now, isFast, renewed: isOwn ? spec : undefined };
  const next: ElectorState = { ...state, term: renewing, attempt: began };
  return isFast ? updated(settings, next, now) : read(settings, next, now);
}

/**
 * Decides what follows from the Lease that was read. As in client-go, a Lease counts as expired if it had expired when
 * the attempt began.
 */
function judged(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const { term, observed, attempt } = state;
  const spec = observed?.spec;
  if (spec?.holderIdentity === settings.identity) return updated(settings, state, now);
  // Another client has changed the holder. The leadership ends at once, and not at the renew deadline.
  if (term !== undefined) return lost(settings, state, now);
  const duration = spec === undefined ? storedDuration(settings) : spec.leaseDurationSeconds * 1_000;
  const isHeld = spec?.holderIdentity !== '' && (observed?.at ?? 0) + duration > attempt.began.elapsed;
  return isHeld ? failed(settings, state, now) : updated(settings, state, now);
}

function won(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const renewedAt = state.actedAt;
  // After a pause of the process, the answer can arrive when the Lease has already expired.
  if (now.elapsed >= renewedAt + storedDuration(settings)) return lost(settings, state, now);
  if (state.term === undefined) {
    const led = reported({ ...state, term: { renewedAt } });
    return attempt(settings, led, now); // client-go also renews immediately
  }
  const term: Term = { renewedAt };
  const wait = Math.min(settings.retryPeriod, endOf(settings, term) - now.elapsed);
  return act(reported({ ...state, term }), { do: 'wait', ms: Math.max(0, wait) }, now);
}

/**
 * Plans the next attempt after a failed attempt. Within a round it begins with the next retry period, and otherwise
 * after a random delay.
 */
function failed(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const { term } = state;
  const { retryPeriod } = settings;
  if (term?.round === undefined) return delayed(settings, state, now);
  const { began, ticks } = term.round;
  const passed = Math.floor((now.elapsed - began) / retryPeriod);
  if (passed > ticks) {
    return attempt(settings, reported({ ...state, term: { ...term, round: { began, ticks: passed } } }), now);
  }
  const next = Math.min(began + (ticks + 1) * retryPeriod, endOf(settings, term));
  const waiting = { ...state, term: { ...term, round: { began, ticks: ticks + 1 } } };
  return act(reported(waiting), { do: 'wait', ms: Math.max(0, next - now.elapsed) }, now);
}

function lost(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const ended = reported({ ...state, term: undefined });
  return state.mayHold && settings.releaseOnStop
    ? releasing(settings, ended, now, false)
    : delayed(settings, ended, now);
}

function stopped(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const ended = reported({ ...state, term: undefined });
  return state.mayHold && settings.releaseOnStop
    ? releasing(settings, ended, now, true)
    : { ...ended, action: undefined };
}

/** Begins a release. The work of the term has time to drain until the other processes can take the Lease over. */
function releasing(
  settings: ElectorSettings,
  state: ElectorState,
  now: Instant,
  isLast: boolean,
): ElectorState {
  const expiresAt = state.expiresAt ?? now.elapsed + storedDuration(settings);
  const release = { until: Infinity, isLast };
  return act({ ...state, release }, { do: 'drain', limit: Math.max(0, expiresAt - now.elapsed) }, now);
}

/**
 * Continues a release: reads the Lease, and removes the holder only if this process is still the holder (B242). The
 * write fails if the Lease changes in between, so a release never removes another process as the holder.
 */
function released(
  settings: ElectorSettings,
  state: ElectorState,
  { until, isLast }: NonNullable<ElectorState['release']>,
  event: ElectorEvent,
  now: Instant,
): ElectorState {
  const done = state.action?.do;
  if (done === 'drain' && event.type === 'waited') {
    const release = { until: now.elapsed + settings.renewDeadline, isLast };
    return read(settings, { ...state, release }, now);
  }
  const { lease, observed } = state;
  if (done === 'read' && event.type === 'answered' && state.mayHold && lease && observed?.spec) {
    if (now.elapsed < until) {
      const spec = releasedSpec(observed.spec, microTime(now.wall));
      const update = leaseWith(lease, settings.labels, spec);
      return act(state, { do: 'update', lease: update, limit: limitOf(settings, state, now) }, now);
    }
  }
  const over = reported({ ...state, release: undefined });
  return isLast ? { ...over, action: undefined } : delayed(settings, over, now);
}

/** Waits 1 to 2.2 retry periods before the next attempt to acquire. */
function delayed(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const ms = Math.round(settings.retryPeriod * (1 + jitterFactor * settings.random()));
  return act(reported(state), { do: 'wait', ms }, now);
}

const read = (settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState =>
  act(
    { ...state, attempt: { ...state.attempt, isFast: false } },
    { do: 'read', limit: limitOf(settings, state, now) },
    now,
  );

/** Creates the Lease. If the Lease of a leader was deleted, the number of transitions stays. */
function created(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const { key, identity, leaseDuration, labels } = settings;
  const { renewed, began } = state.attempt;
  const time = microTime(began.wall);
  const spec =
    renewed === undefined
      ? acquiredSpec(identity, leaseDuration, undefined, time)
      : renewedSpec(identity, leaseDuration, renewed, time);
  const lease = newLease(key, labels, spec);
  return act(state, { do: 'create', lease, limit: limitOf(settings, state, now) }, now);
}

/** Renews the own Lease, or takes over a Lease that is free or expired. */
function updated(settings: ElectorSettings, state: ElectorState, now: Instant): ElectorState {
  const { identity, leaseDuration, labels } = settings;
  const { lease, observed, attempt } = state;
  if (lease === undefined) return read(settings, state, now);
  const spec = observed?.spec;
  const time = microTime(attempt.began.wall);
  const next =
    spec?.holderIdentity === identity
      ? renewedSpec(identity, leaseDuration, spec, time)
      : acquiredSpec(identity, leaseDuration, spec, time);
  const update = leaseWith(lease, labels, next);
  return act(state, { do: 'update', lease: update, limit: limitOf(settings, state, now) }, now);
}

/**
 * Returns the time limit of a request: the limit of client-go, but at most the time that is left of the term or of the
 * release.
 */
function limitOf(settings: ElectorSettings, { term, release }: ElectorState, now: Instant): number {
  const until = release?.until ?? (term === undefined ? Infinity : endOf(settings, term));
  return Math.max(0, Math.min(Math.max(1_000, settings.renewDeadline / 2), until - now.elapsed));
}

const act = (state: ElectorState, action: ElectorAction, now: Instant): ElectorState => ({
  ...state,
  action,
  actedAt: now.elapsed,
});

/**
 * Updates the reported leadership. The function is called only when an attempt has ended, so that one attempt causes at
 * most one value.
 */
function reported(state: ElectorState): ElectorState {
  const { term, observed, error, leadership: last } = state;
  const leader = observed?.spec?.holderIdentity;
  const leadership: Leadership = {
    isLeader: term !== undefined,
    transitions: observed?.spec?.leaseTransitions ?? 0,
    ...(leader !== undefined && leader !== '' && { leader }),
    ...(error && { error }),
  };
  const isSame =
    last.isLeader === leadership.isLeader &&
    last.leader === leadership.leader &&
    last.transitions === leadership.transitions &&
    last.error?.message === leadership.error?.message;
  return isSame ? state : { ...state, leadership };
}

const isNotFound = (error: unknown): boolean => error instanceof StatusError && error.code === 404;
