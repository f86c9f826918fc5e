import { asyncScheduler, type ObservableInput } from 'rxjs';
import {
  aBoolean,
  aFunction,
  anObject,
  aString,
  checkArgument,
  checkOptions,
  checkPathSegment,
  isNonEmptyString,
  milliseconds,
  type ObjectKey,
  OptionsError,
  type Rule,
  splitKey,
  type StringMap,
} from '../objects/index.ts';
import { randomSource } from '../reflector/index.ts';
import { steadyClock } from '../scheduling/index.ts';
import { aTransport } from '../source/index.ts';
import type { ElectorSettings, Instant } from './machine/elector-types.ts';
import { jitterFactor } from './machine/leader-elector.ts';

/** The options that `leaderElection` and `shardLeases` share. All durations are in ms. */
export interface LeaseTimings {
  /**
   * The name of this process in the Lease. Two running processes must not have the same identity: each would renew the Lease of the
   * other. In a cluster, use the name of the pod. A restarted process with the same identity continues without a delay.
   */
  readonly identity: string;
  /**
   * Another process takes over the Lease if it has seen no change of the Lease for this time. A Lease stores whole
   * seconds, rounded down. Default: 15,000.
   */
  readonly leaseDuration?: number;
  /** How long the leader tries to renew the Lease. Then the leadership ends. Default: 10,000. */
  readonly renewDeadline?: number;
  /** The delay between two attempts. A process that does not lead waits 1 to 2.2 times as long. Default: 2,000. */
  readonly retryPeriod?: number;
  /**
   * Whether the Lease is released after the leadership has ended, so that another process does not wait until it
   * expires. A release removes only the identity of this process, never that of another process. Default: true.
   * client-go's default is false.
   */
  readonly releaseOnStop?: boolean;
  /** Labels for the Lease. Labels of other clients stay. */
  readonly labels?: StringMap;
  /** @internal The clock. Default: a steady clock, or the time of RxJS in virtual time. */
  readonly clock?: () => Instant;
}

/** The options of `leaderElection`. */
export interface LeaseOptions extends LeaseTimings {
  /** The Lease: `namespace/name`. The election creates the Lease if it does not exist. */
  readonly key: ObjectKey;
  /**
   * Called before a release. The release waits until the result completes. Use it if the work goes on for a while after
   * `isLeader: false` or an unsubscribe. The Lease is not renewed meanwhile: after the lease duration, another process
   * leads, and this process does not release the Lease.
   */
  readonly beforeRelease?: () => ObservableInput<unknown>;
  /**
   * A function that returns random numbers in [0, 1). Default: `Math.random`, or numbers from a seed in a run of `marbleScheduler`.
   */
  readonly random?: () => number;
}

/** The settings of an elector, together with the callback and the clock of `leaderElection`. */
export interface ElectionSettings extends ElectorSettings {
  readonly beforeRelease: (() => ObservableInput<unknown>) | undefined;
  readonly now: () => Instant;
}

/**
 * Returns a clock for Leases. A step of the system clock must not end the leadership, and must not make a process take over the Lease of
 * a leader that renews it. So only a steady clock measures how much time has passed.
 */
export function leaseClock(): () => Instant {
  const elapsed = steadyClock();
  return () => ({ wall: asyncScheduler.now(), elapsed: elapsed() });
}

/** @throws OptionsError for an argument that is not allowed */
export function electionSettings(of: string, transport: unknown, options: LeaseOptions): ElectionSettings {
  checkArgument(`${of}: transport`, transport, aTransport);
  checkArgument(`${of}: lease`, options, anObject);
  checkOptions(of, options, { ...timingRules, key: aString, beforeRelease: aFunction, random: aFunction });
  const { key, beforeRelease, random = () => randomSource.next(), clock = leaseClock() } = options;
  checkLeaseKey(`${of}: key`, key);
  return { ...timingsOf(of, options), key, beforeRelease, random, now: clock };
}

/** @throws OptionsError for anything but `namespace/name` */
export function checkLeaseKey(option: string, key: unknown): void {
  checkArgument(option, key, aKey);
  const { namespace, name } = splitKey(key as ObjectKey);
  for (const part of [namespace, name]) checkPathSegment(option, part);
}

/** The rules of the options that `leaderElection` and `shardLeases` share. */
export const timingRules: Readonly<Record<string, Rule>> = {
  identity: aString,
  leaseDuration: milliseconds(1_000),
  renewDeadline: milliseconds(1),
  retryPeriod: milliseconds(1),
  releaseOnStop: aBoolean,
  labels: anObject,
  clock: aFunction,
};

/**
 * Adds the defaults, and checks client-go's rule (B245): leaseDuration > renewDeadline > 1.2 · retryPeriod.
 *
 * @throws OptionsError
 */
export function timingsOf(of: string, options: LeaseTimings): Omit<ElectorSettings, 'key' | 'random'> {
  const { identity, leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2_000 } = options;
  checkArgument(`${of}: identity`, identity, anIdentity);
  if (leaseDuration <= renewDeadline) {
    throw new OptionsError(
      `${of}: leaseDuration`,
      leaseDuration,
      `more than renewDeadline (${renewDeadline} ms)`,
    );
  }
  if (renewDeadline <= retryPeriod * jitterFactor) {
    throw new OptionsError(
      `${of}: renewDeadline`,
      renewDeadline,
      `more than ${jitterFactor} times the retryPeriod (${retryPeriod} ms)`,
    );
  }
  return {
    identity,
    leaseDuration,
    renewDeadline,
    retryPeriod,
    releaseOnStop: options.releaseOnStop ?? true,
    labels: options.labels,
  };
}

const anIdentity: Rule = { allowed: 'a text that is not empty', test: isNonEmptyString };
const aKey: Rule = {
  allowed: "'namespace/name'",
  test: (given) => typeof given === 'string' && /^[^/]+\/[^/]+$/.test(given),
};
