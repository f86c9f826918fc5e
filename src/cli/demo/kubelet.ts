import { core, type Node, type Pod } from '../../kinds/index.ts';
import { keyOf } from '../../objects/index.ts';
import { creating, isCrashed, isReady, running, unreachable } from './pod-state.ts';
import type { Simulation } from './simulation.ts';

/**
 * Advances a pod by one simulation step: assigns the pod to a node, or starts, restarts or deletes the pod.
 * At random, some steps do nothing, so a start or a restart takes a random time.
 */
export function reconcilePod(simulation: Simulation, nodes: readonly Node[], pod: Pod): void {
  const { objects, chance, pick, timestamp } = simulation;
  const say = (status: Pod['status']): unknown =>
    objects.patch(core.v1.pods, keyOf(pod), { status }, { subresource: 'status' });
  const nodeName = pod.spec?.nodeName;
  if (nodeName === undefined) {
    const node = pick(nodes.filter(takesPods));
    if (node !== undefined)
      objects.patch(core.v1.pods, keyOf(pod), { spec: { nodeName: node.metadata.name } });
    return;
  }

  const node = nodes.find(({ metadata }) => metadata.name === nodeName);
  if (node === undefined || !isNodeReady(node)) {
    if (isReady(pod)) say(unreachable(pod, timestamp()));
    return;
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (chance(0.5)) objects.delete(core.v1.pods, keyOf(pod), { gracePeriodSeconds: 0 });
  } else if (pod.status?.containerStatuses === undefined) {
    say(creating(pod, timestamp()));
  } else if (!isReady(pod) && chance(isCrashed(pod) ? 0.2 : 0.5)) {
    say(running(pod, timestamp()));
  }
}

/** Whether a node reports that it is ready. */
export function isNodeReady({ status }: Node): boolean {
  return status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

const takesPods = (node: Node): boolean => isNodeReady(node) && node.spec?.unschedulable !== true;
