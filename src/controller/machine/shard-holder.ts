import { type KubeError, StatusError } from '../../objects/index.ts';
import type { Instant } from './elector-types.ts';
import { isListed, seenLease, seenLeases } from './seen-lease.ts';
import {
  announcement,
  claim,
  cleanup,
  deletion,
  memberName,
  membersOf,
  ownShards,
  quotaOf,
  readsOf,
  releaseOf,
  shardsToTake,
} from './shard-plan.ts';
import type {
  ShardAction,
  ShardAnswer,
  ShardEvent,
  ShardSettings,
  ShardState,
  ShardStep,
  ShardWrite,
} from './shard-types.ts';

/** The state of a process before its first list. */
export const newShardHolder: ShardState = {
  seen: new Map(),
  held: new Map(),
  leaving: new Map(),
  isAnnounced: false,
  isStopping: false,
  sentAt: 0,
  shards: new Set(),
};

/**
 * The state machine of `shardLeases`. A cycle lists the Leases, writes those of this process, and waits a retry period.
 * If the list fails, the cycle renews the Leases of this process from their last known state.
 */
export function advanceShards(
  settings: ShardSettings,
  before: ShardState,
  event: ShardEvent,
  now: Instant,
): ShardStep {
  const state = withoutExpired(before, now.elapsed);
  switch (event.type) {
    case 'start':
    case 'waited':
      return list(settings, state, now);
    case 'listed': {
      const seen = seenLeases(
        state.seen,
        event.leases,
        settings.prefix,
        storedDuration(settings),
        now.elapsed,
      );
      const listed = { ...state, seen };
      return state.isStopping ? releaseAll(settings, listed, now) : planned(settings, listed, now);
    }
    case 'failed':
      return state.isStopping ? end(state) : renewed(settings, state, now);
    case 'wrote':
      return state.isStopping
        ? end(state)
        : wait(settings, answered(settings, state, event.answers, now), now);
    case 'drained':
      return {
        state: { ...state, leaving: new Map([...state.leaving, [event.shard, true]]) },
        actions: [],
      };
    case 'stop':
      return stop(settings, state, now);
  }
}

const storedDuration = ({ leaseDuration }: ShardSettings): number =>
  Math.floor(leaseDuration / 1_000) * 1_000;

/** A cycle of a list, writes and a wait ends before the renew deadline, also if the server answers no request. */
const limitOf = ({ renewDeadline, retryPeriod }: ShardSettings): number => (renewDeadline - retryPeriod) / 2;

function list(settings: ShardSettings, state: ShardState, now: Instant): ShardStep {
  return { state, actions: [{ do: 'list', limit: upToExpiry(state, limitOf(settings), now) }] };
}

function wait(settings: ShardSettings, state: ShardState, now: Instant): ShardStep {
  return { state, actions: [{ do: 'wait', ms: upToExpiry(state, settings.retryPeriod, now) }] };
}

/**
 * Limits the time of an action: it ends at the latest when the first held shard expires, so that the expiry is emitted
 * in time.
 */
const upToExpiry = ({ held }: ShardState, ms: number, now: Instant): number =>
  Math.max(0, Math.min(ms, ...[...held.values()].map((until) => until - now.elapsed)));

function planned(settings: ShardSettings, state: ShardState, now: Instant): ShardStep {
  const { seen, isAnnounced } = state;
  const own = ownShards(settings, seen);
  const quota = quotaOf(settings.identity, membersOf(settings, seen, now.elapsed), settings.of);
  const leaving = new Map([...state.leaving].filter(([shard]) => own.includes(shard)));
  const staying = own.filter((shard) => !leaving.has(shard));
  const excess = staying.slice(quota);
  for (const shard of excess) leaving.set(shard, !settings.drains);
  const kept = staying.slice(0, quota);
  const taken = isAnnounced ? shardsToTake(settings, seen, quota - kept.length, now.elapsed) : [];

  const held = new Map([...state.held].filter(([shard]) => kept.includes(shard)));
  const next = emitted({ ...state, held, leaving, isAnnounced: true });
  // A shard that leaves now is released in a later cycle, after the subscribers have had time to stop its work.
  const isReleased = (shard: number): boolean => leaving.get(shard) === true && !excess.includes(shard);
  const writes = [
    announcement(settings, seen, now.wall),
    ...[...kept, ...taken].map((shard) => claim(settings, seen, shard, now.wall)),
    ...[...leaving.keys()].map((shard) =>
      isReleased(shard) ? releaseOf(settings, seen, shard, now.wall) : claim(settings, seen, shard, now.wall),
    ),
    ...readsOf(settings, seen, now.elapsed),
    ...cleanup(settings, next, now.elapsed),
  ].filter((write) => write !== undefined);
  const drains = settings.drains ? excess.map((shard): ShardAction => ({ do: 'drain', shard })) : [];
  return write(settings, next, writes, now, drains);
}

/** Renews the Leases of this process after a failed list. The last answers of the server give their state. */
function renewed(settings: ShardSettings, state: ShardState, now: Instant): ShardStep {
  const shards = [...state.held.keys(), ...state.leaving.keys()];
  const writes = shards.map((shard) => claim(settings, state.seen, shard, now.wall));
  if (!state.isAnnounced) return wait(settings, state, now);
  return write(settings, state, [announcement(settings, state.seen, now.wall), ...writes], now);
}

function write(
  settings: ShardSettings,
  state: ShardState,
  writes: readonly ShardWrite[],
  now: Instant,
  more: readonly ShardAction[] = [],
): ShardStep {
  const limit = upToExpiry(state, limitOf(settings), now);
  return { state: { ...state, sentAt: now.elapsed }, actions: [...more, { do: 'write', writes, limit }] };
}

/**
 * Stores the answers. A shard counts as held when the answer to the write arrives. The time until it expires counts
 * from the request.
 */
function answered(
  settings: ShardSettings,
  state: ShardState,
  answers: readonly ShardAnswer[],
  now: Instant,
): ShardState {
  const seen = new Map(state.seen);
  const held = new Map(state.held);
  const leaving = new Map(state.leaving);
  const until = state.sentAt + Math.min(settings.renewDeadline, storedDuration(settings));
  for (const { write, lease, found, error } of answers) {
    const { shard } = write;
    const latest = lease ?? found;
    if (latest !== undefined)
      seen.set(latest.metadata.name, seenLease(seen, latest, storedDuration(settings), now.elapsed));
    else if (write.do === 'read' && error === undefined) seen.delete(write.lease.metadata.name);
    // The server refused the update, because another client has changed or deleted the Lease. A Lease without the label
    // is not in the list, so the next cycle sends a create, and then reads the new state.
    if (isRefused(error) && write.do === 'update') {
      const { name } = write.lease.metadata;
      const before = seen.get(name);
      if (before !== undefined && !isListed(before.lease, settings.prefix)) seen.delete(name);
    }
    if (lease === undefined) continue;
    if (shard === undefined) continue;
    if (write.do === 'update' && write.isRelease) leaving.delete(shard);
    else if (!leaving.has(shard)) held.set(shard, until);
  }
  return withoutExpired(emitted({ ...state, seen, held, leaving }), now.elapsed);
}

const isRefused = (error: KubeError | undefined): boolean =>
  error instanceof StatusError && (error.code === 404 || error.code === 409);

function withoutExpired(state: ShardState, now: number): ShardState {
  const held = new Map([...state.held].filter(([, until]) => until > now));
  return held.size === state.held.size ? state : emitted({ ...state, held });
}

/** Updates the emitted value. If the set has not changed, the value stays the same object. */
function emitted(state: ShardState): ShardState {
  const { held, shards } = state;
  const isSame = held.size === shards.size && [...held.keys()].every((shard) => shards.has(shard));
  return isSame ? state : { ...state, shards: new Set([...held.keys()].sort((a, b) => a - b)) };
}

function stop(settings: ShardSettings, state: ShardState, now: Instant): ShardStep {
  if (!settings.releaseOnStop) return end(state);
  const shards = [...new Set([...state.held.keys(), ...state.leaving.keys()])];
  const limit = storedDuration(settings);
  const stopping = { ...state, isStopping: true, held: new Map(), leaving: new Map(), sentAt: now.elapsed };
  return { state: stopping, actions: [{ do: 'drainAll', shards, limit }] };
}

/** Releases all shards of this process, and deletes the Lease with which it announced itself. */
function releaseAll(settings: ShardSettings, state: ShardState, now: Instant): ShardStep {
  const { seen } = state;
  const member = seen.get(memberName(settings));
  const releases = ownShards(settings, seen).map((shard) => releaseOf(settings, seen, shard, now.wall));
  const writes = [...releases, member && deletion(member.lease)].filter((one) => one !== undefined);
  return write(settings, state, writes, now);
}

const end = (state: ShardState): ShardStep => ({ state, actions: [] });
