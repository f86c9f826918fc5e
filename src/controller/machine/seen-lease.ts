import { isSameSpec, type LeaseObject, readLease } from './lease-record.ts';

/** A Lease that was read. `at` is the time at which this process first saw the current spec. */
export interface SeenLease {
  readonly lease: LeaseObject;
  /** The holder, `''` for a free Lease, or `undefined` for an unreadable one. */
  readonly holder: string | undefined;
  /** How long the spec is valid, in ms. */
  readonly duration: number;
  readonly at: number;
}

/** The Leases of a list, by name. */
export type SeenLeases = ReadonlyMap<string, SeenLease>;

/**
 * Returns the Leases of a new list. A Lease whose spec has not changed keeps the time at which it was first seen. A
 * Lease without the label cannot be in the list, so it stays.
 */
export function seenLeases(
  before: SeenLeases,
  leases: readonly LeaseObject[],
  prefix: string,
  ownDuration: number,
  now: number,
): SeenLeases {
  const unlisted = [...before].filter(([, { lease }]) => !isListed(lease, prefix));
  return new Map([
    ...unlisted,
    ...leases.map((lease) => [lease.metadata.name, seenLease(before, lease, ownDuration, now)] as const),
  ]);
}

export function seenLease(
  before: SeenLeases,
  lease: LeaseObject,
  ownDuration: number,
  now: number,
): SeenLease {
  const old = before.get(lease.metadata.name);
  const isSame = old?.lease.metadata.uid === lease.metadata.uid && isSameSpec(old.lease.spec, lease.spec);
  if (isSame) return { ...old, lease };
  const spec = readLease(lease);
  const duration = spec === undefined ? ownDuration : spec.leaseDurationSeconds * 1_000;
  return { lease, holder: spec?.holderIdentity, duration, at: now };
}

/** The label of all Leases of `shardLeases`. Its value is the prefix. */
export const shardLabel = 'rx-informer/shards';

/** Returns whether the list of the Leases contains a Lease. */
export const isListed = ({ metadata }: LeaseObject, prefix: string): boolean =>
  metadata.labels?.[shardLabel] === prefix;

/** Returns whether a process can take the Lease: it does not exist, has no holder, or has expired. */
export const isFree = (seen: SeenLease | undefined, now: number): boolean =>
  seen === undefined || seen.holder === '' || seen.at + seen.duration <= now;
