import type { InformerStatus } from '../../../informer/index.ts';
import { connectionProblem } from '../../connection/connection-problem.ts';
import { oneLine } from '../../lines/one-line.ts';
import { humanDuration } from './human-duration.ts';

/** How it goes with one collection. */
export interface Health {
  readonly state: 'stopped' | 'listing' | 'watching' | 'waiting';
  /** Objects of the list that arrived so far. */
  readonly received: number;
  /** Objects that the list will have, where the server says so. */
  readonly expected: number | undefined;
  /** When it is tried again, ms of the clock. */
  readonly retryAt: number;
  /** Until then it is still in doubt whether what failed before works again, ms of the clock. */
  readonly doubtUntil: number;
  /** The last thing that went wrong, on one line, not cut, and when. */
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
 * @param expected - objects that the list will have, where the server said so
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
      // The store may still be taking in the list.
      return { ...health, state: status.hasSynced ? 'watching' : 'listing', problem, doubtUntil };
    case 'waiting': {
      const { error, failure, retryAt, since } = status;
      // A version that was too old, or a list that cannot be streamed: all goes on at once, and nothing is wrong.
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
 * A watch counts as open when it is asked for, which a server that is down lets happen at each try: this long it has to
 * last before it is believed, ms.
 */
const settled = 2_000;

/** What it is to be taken for now: what fails at each try waits, though it tries. */
export function stateOf({ state, doubtUntil }: Health, now: number): Health['state'] {
  return now < doubtUntil ? 'waiting' : state;
}

/** What it does: `watching`, `listing 1500 of 10000`, `waiting, next try in 12 s`. */
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

/** What went wrong last: now, or so long ago. */
export function problemText(health: Health, now: number): string {
  const { problem } = health;
  if (problem === undefined) return '';
  const { text, at } = problem;
  return stateOf(health, now) === 'waiting' ? text : `last error ${humanDuration(now - at)} ago: ${text}`;
}
