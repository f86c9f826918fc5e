import { fnv1a, isNonEmptyString } from '../../objects/index.ts';
import {
  acquiredSpec,
  type LeaseObject,
  leaseWith,
  microTime,
  newLease,
  readLease,
  releasedSpec,
  renewedSpec,
} from './lease-record.ts';
import { isFree, isListed, type SeenLease, type SeenLeases } from './seen-lease.ts';
import type { ShardSettings, ShardState, ShardWrite } from './shard-types.ts';

const shardName = ({ prefix }: ShardSettings, shard: number): string => `${prefix}-${shard}`;

/** Returns the name of the Lease with which a process announces itself. An identity can contain characters that a name cannot. */
export const memberName = ({ prefix, identity }: ShardSettings): string =>
  `${prefix}-member-${fnv1a(identity)
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('')}`;

const isMember = ({ prefix }: ShardSettings, name: string): boolean => name.startsWith(`${prefix}-member-`);

/**
 * Returns how many shards a process should hold. The first members in the order of their identities hold one shard more than the others, if
 * the shards cannot be divided evenly. So the quotas of all members together are the number of shards.
 */
export function quotaOf(identity: string, members: Iterable<string>, shards: number): number {
  const sorted = [...new Set([...members, identity])].filter(isNonEmptyString).sort();
  const more = sorted.indexOf(identity) < shards % sorted.length ? 1 : 0;
  return Math.floor(shards / sorted.length) + more;
}

/** The identities of the processes whose Lease has not expired. */
export function membersOf(settings: ShardSettings, seen: SeenLeases, now: number): readonly string[] {
  return [...seen]
    .filter(([name, lease]) => isMember(settings, name) && !isFree(lease, now))
    .map(([, { holder }]) => holder)
    .filter(isNonEmptyString);
}

/**
 * The shards in the order in which a process prefers them. The order differs between processes, so that two processes
 * seldom write the same Lease.
 */
export function preference({ identity, of }: ShardSettings): readonly number[] {
  const keys = Array.from({ length: of }, (_, shard) => fnv1a(`${identity}/${shard}`)[0]);
  return keys.map((_, shard) => shard).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
}

/** The shards whose Lease names this process. */
export function ownShards(settings: ShardSettings, seen: SeenLeases): readonly number[] {
  return preference(settings).filter(
    (shard) => seen.get(shardName(settings, shard))?.holder === settings.identity,
  );
}

/** The free shards that this process takes, so that it holds as many as its quota. */
export function shardsToTake(
  settings: ShardSettings,
  seen: SeenLeases,
  count: number,
  now: number,
): readonly number[] {
  const free = preference(settings).filter((shard) => isFree(seen.get(shardName(settings, shard)), now));
  return free
    .filter((shard) => seen.get(shardName(settings, shard))?.holder !== settings.identity)
    .slice(0, Math.max(0, count));
}

/** Renews the Lease of a shard, takes it, or creates it. */
export function claim(settings: ShardSettings, seen: SeenLeases, shard: number, wall: number): ShardWrite {
  return { shard, ...claimOf(settings, shardName(settings, shard), seen, wall) };
}

/** Renews the Lease with which this process announces itself. */
export const announcement = (settings: ShardSettings, seen: SeenLeases, wall: number): ShardWrite =>
  claimOf(settings, memberName(settings), seen, wall);

function claimOf(settings: ShardSettings, name: string, seen: SeenLeases, wall: number): ShardWrite {
  const { namespace, identity, leaseDuration, labels } = settings;
  const old = seen.get(name);
  const time = microTime(wall);
  if (old === undefined) {
    const spec = acquiredSpec(identity, leaseDuration, undefined, time);
    return { do: 'create', lease: newLease(`${namespace}/${name}`, labels, spec) };
  }
  const before = readLease(old.lease);
  const spec =
    before?.holderIdentity === identity
      ? renewedSpec(identity, leaseDuration, before, time)
      : acquiredSpec(identity, leaseDuration, before, time);
  return { do: 'update', lease: leaseWith(old.lease, labels, spec), isRelease: false };
}

/** Removes this process as the holder of a shard. The resourceVersion makes the write fail after a change by another process. */
export function releaseOf(
  settings: ShardSettings,
  seen: SeenLeases,
  shard: number,
  wall: number,
): ShardWrite | undefined {
  const lease = seen.get(shardName(settings, shard))?.lease;
  const spec = lease && readLease(lease);
  if (lease === undefined || spec?.holderIdentity !== settings.identity) return undefined;
  return {
    do: 'update',
    shard,
    lease: leaseWith(lease, settings.labels, releasedSpec(spec, microTime(wall))),
    isRelease: true,
  };
}

/** Reads the Leases of other holders that the list cannot contain, because they do not have the label. */
export function readsOf(settings: ShardSettings, seen: SeenLeases, now: number): readonly ShardWrite[] {
  return [...seen.values()]
    .filter((one) => !isListed(one.lease, settings.prefix))
    .filter((one) => one.holder !== settings.identity && !isFree(one, now))
    .map(({ lease }) => ({ do: 'read', lease }));
}

/** Deletes the Leases of processes that ended long ago. Only the first member does so. */
export function cleanup(settings: ShardSettings, { seen }: ShardState, now: number): readonly ShardWrite[] {
  const [first] = [...membersOf(settings, seen, now)].sort();
  if (first !== settings.identity) return [];
  const isOld = ({ at, duration }: SeenLease): boolean => at + duration + settings.leaseDuration <= now;
  return [...seen]
    .filter(([name, member]) => isMember(settings, name) && isOld(member))
    .map(([, { lease }]): ShardWrite => deletion(lease));
}

export const deletion = (lease: LeaseObject): ShardWrite => ({ do: 'delete', lease });
