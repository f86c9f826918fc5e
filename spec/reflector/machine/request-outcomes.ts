import { StatusError } from '../../../src/objects/index.ts';
import type { RequestOutcome } from '../../../src/reflector/machine/decide.ts';
import {
  createReflectorState,
  type ReflectorState,
  nextRequest,
  listCompleted,
} from '../../../src/reflector/machine/reflector-state.ts';

/** Returns the state of a reflector after a list with the resourceVersion 9. */
export const watching = (more: Partial<ReflectorState> = {}): ReflectorState => {
  const state = createReflectorState(false);
  listCompleted(state, '9', 0);
  return Object.assign(state, more);
};

/** Returns the outcome of the next request if it ends at once, without an event. */
const outcomeAsPlanned = (state: ReflectorState, more: Partial<RequestOutcome> = {}): RequestOutcome => ({
  plan: nextRequest(state),
  idle: false,
  begun: false,
  synced: false,
  lived: 0,
  frames: 0,
  eventRepeated: false,
  ...more,
});

/**
 * Returns the outcome of the next request. If the reflector must read the current resourceVersion before it watches,
 * this extra request has succeeded.
 */
export function outcomeOf(state: ReflectorState, more: Partial<RequestOutcome> = {}): RequestOutcome {
  if (state.next === 'probe') state.next = 'watch';
  return outcomeAsPlanned(state, more);
}

export const error = (code: number, reason = ''): StatusError => new StatusError({ code, reason });
