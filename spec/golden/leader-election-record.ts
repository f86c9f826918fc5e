import type { StringMap } from '../../src/objects/index.ts';
import { rowOf, type SentLease, specOf, type StoredLease } from './leader-election-server.ts';

/** client-go's `LeaderElectionRecord`. Times are in ms. `rest` has the strategy and the preferred holder. */
export interface ElectionRecord {
  readonly holder: string;
  readonly seconds: number;
  readonly acquired: number | null;
  readonly renewed: number | null;
  readonly transitions: number;
  readonly rest: string;
}

export const noHolder: ElectionRecord = {
  holder: '',
  seconds: 0,
  acquired: null,
  renewed: null,
  transitions: 0,
  rest: '',
};

/** client-go's `LeaseSpecToLeaderElectionRecord`. */
export function recordOf(lease: StoredLease): ElectionRecord {
  const [holder, seconds, acquired, renewed, transitions, ...rest] = rowOf(lease.spec);
  return {
    holder: (holder as string | null) ?? '',
    seconds: (seconds as number | null) ?? 0,
    acquired: acquired as number | null,
    renewed: renewed as number | null,
    transitions: (transitions as number | null) ?? 0,
    rest: JSON.stringify(rest),
  };
}

/** Returns the JSON with which client-go compares two records. Its times are whole seconds. */
export const rawOf = ({ acquired, renewed, ...rest }: ElectionRecord): string =>
  JSON.stringify([second(acquired), second(renewed), rest]);

const second = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1_000));

/**
 * Returns the Lease that client-go writes: the last stored Lease, but with a new spec and with the labels of the lock.
 */
export function sentLease(
  lease: StoredLease | undefined,
  labels: StringMap | undefined,
  { holder, seconds, acquired, renewed, transitions }: ElectionRecord,
): SentLease {
  const metadata = {
    ...lease?.metadata,
    ...(labels && { labels: { ...lease?.metadata.labels, ...labels } }),
  };
  return { metadata, spec: specOf([holder, seconds, acquired, renewed, transitions]) };
}
