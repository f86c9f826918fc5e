import { type KubeError, StatusError } from '../../objects/index.ts';
import type { ElectorEvent, ElectorSettings, ElectorState, Instant } from './elector-types.ts';
import { isSameSpec, type LeaseObject, type LeaseSpec, readLease } from './lease-record.ts';

/** Adds the facts of an event to the state. The caller then decides about the next action. */
export function learned(
  settings: ElectorSettings,
  state: ElectorState,
  event: ElectorEvent,
  now: Instant,
): ElectorState {
  const { action } = state;
  const isWrite = action?.do === 'create' || action?.do === 'update';
  switch (event.type) {
    case 'answered':
      return isWrite
        ? written(settings, state, event.lease, action.lease.spec as LeaseSpec, now)
        : seen(settings, state, event.lease, now);
    case 'failed':
      return refused(state, event.error);
    case 'stop':
      // After a stop, the elector does not wait for the answer to a running write. The server can still execute this
      // write.
      return isWrite ? { ...state, mayHold: true } : state;
    default:
      return state;
  }
}

function written(
  { identity }: ElectorSettings,
  state: ElectorState,
  lease: LeaseObject,
  spec: LeaseSpec,
  now: Instant,
): ElectorState {
  const mayHold = spec.holderIdentity === identity;
  return {
    ...state,
    lease,
    observed: { spec, stored: lease.spec, at: now.elapsed },
    mayHold,
    expiresAt: mayHold ? state.actedAt + spec.leaseDurationSeconds * 1_000 : undefined,
    error: undefined,
  };
}

/** The local clock measures how long a Lease has not changed. The times in the Lease come from other clocks (B235, B239). */
function seen(
  { identity }: ElectorSettings,
  state: ElectorState,
  lease: LeaseObject,
  now: Instant,
): ElectorState {
  const spec = readLease(lease);
  const { observed } = state;
  const isKnown = observed !== undefined && isSameSpec(observed.stored, lease.spec);
  return {
    ...state,
    lease,
    observed: isKnown ? observed : { spec, stored: lease.spec, at: now.elapsed },
    mayHold: spec?.holderIdentity === identity,
    error: undefined,
  };
}

function refused(state: ElectorState, error: KubeError): ElectorState {
  const { action, mayHold } = state;
  const code = error instanceof StatusError ? error.code : 0;
  const isRefused = code >= 400 && code < 500;
  // A 409 only means that another process has changed the Lease, so it is not shown as an error.
  const shown = code === 409 ? undefined : error;
  switch (action?.do) {
    case 'read':
      return code === 404
        ? { ...state, lease: undefined, mayHold: false, error: undefined }
        : { ...state, error: shown };
    case 'create':
      return { ...state, lease: undefined, mayHold: mayHold || !isRefused, error: shown };
    case 'update':
      return { ...state, mayHold: mayHold || !isRefused, error: shown };
    default:
      return state;
  }
}
