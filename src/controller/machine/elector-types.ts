import type { KubeError, ObjectKey, StringMap } from '../../objects/index.ts';
import type { LeaseObject, LeaseSpec, NewLease } from './lease-record.ts';

/**
 * Whether this process is the leader, and which process is the leader.
 *
 * @example
 * ```ts
 * const text = ({ isLeader, leader }: Leadership) => (isLeader ? 'leading' : `waiting for ${leader ?? 'an answer'}`);
 * ```
 */
export interface Leadership {
  /**
   * True from the first successful write of this process in a term, until the Lease is lost or released, or may have
   * expired.
   */
  readonly isLeader: boolean;
  /** The holder of the Lease as this process last saw it. Absent if the Lease has no holder, or was not read yet. */
  readonly leader?: string;
  /** How often the Lease has changed its holder. */
  readonly transitions: number;
  /**
   * Why the last attempt failed, for example a 403. Absent after an attempt that the server answered. The election continues after
   * every error.
   */
  readonly error?: KubeError;
}

/** The settings of an elector. All durations are in ms. */
export interface ElectorSettings {
  readonly key: ObjectKey;
  readonly identity: string;
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
  readonly releaseOnStop: boolean;
  readonly labels: StringMap | undefined;
  readonly random: () => number;
}

/** The time of an event. `elapsed` comes from a steady clock. `wall` only goes into the Lease, and is never compared (B239). */
export interface Instant {
  readonly elapsed: number;
  readonly wall: number;
}

export type ElectorEvent =
  | { readonly type: 'start' }
  | { readonly type: 'waited' }
  | { readonly type: 'stop' }
  | { readonly type: 'answered'; readonly lease: LeaseObject }
  | { readonly type: 'failed'; readonly error: KubeError };

/** What to do next. Each action but the last causes one event. `limit` is the time in ms after which it fails. */
export type ElectorAction =
  | { readonly do: 'read'; readonly limit: number }
  | { readonly do: 'create'; readonly lease: NewLease; readonly limit: number }
  | { readonly do: 'update'; readonly lease: LeaseObject; readonly limit: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** Wait until the work of the ended term has drained. */
  | { readonly do: 'drain'; readonly limit: number };

/** A period of leadership. */
export interface Term {
  /** When the last successful write was sent. The validity of the Lease counts from then. */
  readonly renewedAt: number;
  /** The running series of attempts to renew, with the number of retry periods that it has used. Absent between two series. */
  readonly round?: { readonly began: number; readonly ticks: number } | undefined;
}

/** The state of an elector: what it knows of the Lease, and what it does now. */
export interface ElectorState {
  /** The current action, and when it began. Without an action, the elector has ended. */
  readonly action?: ElectorAction | undefined;
  readonly actedAt: number;
  /** The current attempt to acquire or to renew the Lease. */
  readonly attempt: {
    readonly began: Instant;
    /** Whether the elector updates without a read (the fast path). */
    readonly isFast: boolean;
    /** The spec that the fast path renewed, or tried to renew. */
    readonly renewed?: LeaseSpec | undefined;
  };
  readonly term?: Term | undefined;
  /**
   * The current spec of the Lease. `stored` is the spec as the server stores it. `spec` is `undefined` if the spec is
   * unreadable. `at` is the time at which this process first saw the spec.
   */
  readonly observed?:
    { readonly spec: LeaseSpec | undefined; readonly stored: unknown; readonly at: number } | undefined;
  /** The stored Lease, which the next update changes. */
  readonly lease?: LeaseObject | undefined;
  /** Whether this process is possibly the holder of the Lease. */
  readonly mayHold: boolean;
  /** The time at which the last write of this process expires for the other processes. */
  readonly expiresAt?: number | undefined;
  /** The running release. The requests of a release have to end before `until`. */
  readonly release?: { readonly until: number; readonly isLast: boolean } | undefined;
  readonly error?: KubeError | undefined;
  readonly leadership: Leadership;
}
