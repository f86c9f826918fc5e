import type { InformerStatus } from '../../../informer/index.ts';
import { connectionProblem } from '../../connection/connection-problem.ts';
import { oneLine } from '../../lines/one-line.ts';
import { humanDuration } from './human-duration.ts';

/** The health of one collection: its state, its progress and its last problem. */
export interface Health {
  readonly state: 'stopped' | 'listing' | 'watching' | 'waiting';
  /** Number of objects of the list that have arrived so far. */
  readonly received: number;
  /** Number of objects in the complete list, if the server reports the number. */
  readonly expected: number | undefined;
  /** Time of the next retry, in ms of the clock. */
  readonly retryAt: number;
  /** Until this time, in ms of the clock, the recovery after a failure is not certain. */
  readonly doubtUntil: number;
  /** The last problem, on one line and not cut, and the time of the problem. */
  readonly problem: { readonly text: string; readonly at: number } | undefined;
}

export const unknownHealth: Health = {
  state: 'stopped',
  received: 0,
  expected: undefined,
  retryAt: 0,
  doubtUntil: 0,
  problem: undefined,
};

/**
 * Returns the health of a collection after a status.
 *
 * @param expected - number of objects in the complete list, if the server reported the number
 * @param now - ms of the clock
 */
export function afterStatus(
  health: Health,
  status: InformerStatus,
  expected: number | undefined,
  now: number,
): Health {
  const incident = 'incident' in status ? status.incident : undefined;
  const problem = incident === undefined ? health.problem : { text: oneLine(incident.message), at: now };

  const doubtUntil = health.state === 'waiting' ? now + settled : health.doubtUntil;

  switch (status.phase) {
    case 'stopped':
      return { ...health, state: 'stopped' };
    case 'listing':
      return {
        ...health,
        state: 'listing',
        received: status.received,
        expected,
        problem,
        doubtUntil: status.received > 0 ? 0 : doubtUntil,
      };
    case 'watching':
      // The reflector may already watch while the store still applies the list.
      return { ...health, state: status.hasSynced ? 'watching' : 'listing', problem, doubtUntil };
    case 'waiting': {
      const { error, failure, retryAt, since } = status;
      // The resourceVersion was too old, or the server does not support a streaming list. The reflector goes on at
      // once, so the status is not a problem.
      if (retryAt <= since && (failure === 'unsupported' || failure === 'expired')) return health;
      return {
        ...health,
        state: 'waiting',
        retryAt,
        problem: { text: oneLine(connectionProblem(error)), at: since },
      };
    }
  }
}

/**
 * How long a watch must last before the table shows it as working, in ms. A watch counts as open as soon as the
 * reflector requests it. If a server is down, a watch also counts as open at each retry.
 */
const settled = 2_000;

/**
 * Returns the state that the table shows at `now`. While a collection fails at each retry, the state is `waiting`, even
 * during a retry.
 */
export function stateOf({ state, doubtUntil }: Health, now: number): Health['state'] {
  return now < doubtUntil ? 'waiting' : state;
}

/** Describes the state of a collection: `watching`, `listing 1500 of 10000`, `waiting, next try in 12 s`. */
export function stateText(health: Health, now: number): string {
  const { received, expected, retryAt } = health;
  switch (stateOf(health, now)) {
    case 'stopped':
      return 'starting';
    case 'watching':
      return 'watching';
    case 'listing':
      if (received === 0) return 'listing';
      return expected === undefined || expected <= received
        ? `listing ${received}`
        : `listing ${received} of ${expected}`;
    case 'waiting':
      return retryAt <= now
        ? 'waiting, trying again'
        : `waiting, next try in ${Math.ceil((retryAt - now) / 1_000)} s`;
  }
}

/** Describes the last problem. If the problem is over, the text also contains the time since the problem. */
export function problemText(health: Health, now: number): string {
  const { problem } = health;
  if (problem === undefined) return '';
  const { text, at } = problem;
  return stateOf(health, now) === 'waiting' ? text : `last error ${humanDuration(now - at)} ago: ${text}`;
}
