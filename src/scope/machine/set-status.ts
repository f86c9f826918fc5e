import type { InformerStatus } from '../../informer/index.ts';
import type { ReflectorStatus } from '../../reflector/index.ts';
import { combinedStatus } from '../../rows/index.ts';

/** The status of an `informerSet`: its own status, and the status of each member. */
export type InformerSetStatus<Id> = InformerStatus & {
  /** The status of each member, by its id. A member that the server refuses stands here with its error. */
  readonly members: ReadonlyMap<Id, InformerStatus>;
};

/**
 * Returns the status of a set: the status of the member that is least up to date. `received` is the sum of the running
 * lists. A member that has ended does not count, because the set goes on. Without members, the set is `listing` until the
 * first ids have come.
 *
 * @param since - the time since which the set runs
 * @param isComplete - whether the ids of this run have come, and the set has synced
 */
export function setStatus<Id>(
  members: ReadonlyMap<Id, InformerStatus>,
  since: number,
  isComplete: boolean,
): ReflectorStatus & { readonly members: ReadonlyMap<Id, InformerStatus> } {
  const live = [...members.values()].filter(({ phase }) => phase !== 'stopped');
  if (live.length === 0 && isComplete) return { phase: 'watching', since, resourceVersion: '', members };
  if (live.length === 0) return { phase: 'listing', since, received: 0, members };
  const status = combinedStatus(live);
  if (status.phase !== 'listing') return { ...status, members };
  const received = live.reduce((sum, member) => sum + (member.phase === 'listing' ? member.received : 0), 0);
  return { ...status, received, members };
}

/** Whether the set need not wait for a member: the member has synced, or the server refuses it. */
export function isSettled(status: InformerStatus): boolean {
  if (status.hasSynced) return true;
  if (status.phase === 'waiting') return refusals.includes(status.failure);
  return hasEnded(status);
}

/** Whether an error has ended the informer of a member. */
export function hasEnded(status: InformerStatus): boolean {
  return status.phase === 'stopped' && status.error !== undefined;
}

/** Whether the first list of the current run of a member has ended in any way: it is complete, or it has failed. */
export function hasFirstResult(status: InformerStatus): boolean {
  // After `unsupported` the reflector lists in pages without a delay.
  if (status.phase === 'waiting') return status.failure !== 'unsupported';
  return status.phase === 'watching' || hasEnded(status);
}

const refusals: readonly string[] = ['forbidden', 'notFound', 'unauthorized'];
