import type { KubeError, StringMap } from '../../objects/index.ts';
import type { LeaseObject, NewLease } from './lease-record.ts';
import type { SeenLeases } from './seen-lease.ts';

export interface ShardSettings {
  readonly namespace: string;
  /** The names of all Leases begin with this text. */
  readonly prefix: string;
  /** The number of shards. */
  readonly of: number;
  readonly identity: string;
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
  readonly releaseOnStop: boolean;
  readonly labels: StringMap;
  /** Whether the work of a shard has to drain before its Lease is released. */
  readonly drains: boolean;
}

/**
 * A request for one Lease. `shard` is absent for the Lease with which a process announces itself, and for a read. A Lease without
 * the label is read, because the list does not contain it.
 */
export type ShardWrite = { readonly shard?: number } & (
  | { readonly do: 'read'; readonly lease: LeaseObject }
  | { readonly do: 'create'; readonly lease: NewLease }
  | { readonly do: 'update'; readonly lease: LeaseObject; readonly isRelease: boolean }
  | { readonly do: 'delete'; readonly lease: LeaseObject }
);

/** The answer to a request. `lease` is absent after a delete and after a read. */
export interface ShardAnswer {
  readonly write: ShardWrite;
  readonly lease?: LeaseObject | undefined;
  /**
   * The Lease that was read, also instead of a created one that another client has created before, possibly without the label.
   * Absent if a Lease that was read does not exist anymore.
   */
  readonly found?: LeaseObject | undefined;
  readonly error?: KubeError;
}

export type ShardEvent =
  | { readonly type: 'start' }
  | { readonly type: 'waited' }
  | { readonly type: 'stop' }
  | { readonly type: 'listed'; readonly leases: readonly LeaseObject[] }
  | { readonly type: 'failed' }
  | { readonly type: 'wrote'; readonly answers: readonly ShardAnswer[] }
  /** The work of a shard has drained. */
  | { readonly type: 'drained'; readonly shard: number };

/** What to do next. `limit` is the time in ms after which a request fails. */
export type ShardAction =
  | { readonly do: 'list'; readonly limit: number }
  | { readonly do: 'write'; readonly writes: readonly ShardWrite[]; readonly limit: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'drain'; readonly shard: number }
  /** Wait until the work of all these shards has drained. */
  | { readonly do: 'drainAll'; readonly shards: readonly number[]; readonly limit: number };

export interface ShardState {
  readonly seen: SeenLeases;
  /**
   * The shards of this process. The value is the time until which the process holds the shard without another renewal.
   */
  readonly held: ReadonlyMap<number, number>;
  /**
   * The shards that this process gives up. The value is true if the work of the shard has drained. Until its release,
   * the Lease of the shard is renewed.
   */
  readonly leaving: ReadonlyMap<number, boolean>;
  /** False until the other processes can have seen this process. */
  readonly isAnnounced: boolean;
  readonly isStopping: boolean;
  /** When the running writes were sent. */
  readonly sentAt: number;
  /** The emitted value. */
  readonly shards: ReadonlySet<number>;
}

export interface ShardStep {
  readonly state: ShardState;
  readonly actions: readonly ShardAction[];
}
