import { apps, core, type Deployment, type Node } from '../../kinds/index.ts';
import { keyOf } from '../../objects/index.ts';
import { isNodeReady } from './kubelet.ts';
import { crashed, isReady } from './pod-state.ts';
import type { Simulation } from './simulation.ts';

/**
 * Causes random events in a cluster: a release, a change of scale, a crash, an eviction, or a node that is not ready.
 */
export function causeTrouble(simulation: Simulation): void {
  const { objects, chance, pick, timestamp } = simulation;
  if (chance(0.05)) release(simulation);
  if (chance(0.08)) scale(simulation);
  const pod = pick(objects.list(core.v1.pods).filter(isReady));
  if (pod !== undefined && chance(0.12)) {
    objects.patch(core.v1.pods, keyOf(pod), { status: crashed(pod, timestamp()) }, { subresource: 'status' });
  } else if (pod !== undefined && chance(0.05)) {
    objects.delete(core.v1.pods, keyOf(pod));
  }
  toggleNodeReadiness(simulation);
}

/** Rolls out the next version of an image, for a deployment whose previous rollout is complete. */
function release({ objects, pick }: Simulation): void {
  const rolledOut = objects
    .list(apps.v1.deployments)
    .filter(
      ({ spec, status }) =>
        status?.updatedReplicas === status?.replicas && status?.readyReplicas === spec?.replicas,
    );
  const deployment = pick(rolledOut);
  if (deployment === undefined) return;
  const containers = (deployment.spec?.template.spec?.containers ?? []).map((container) => ({
    ...container,
    image: nextVersion(container.image ?? ''),
  }));
  objects.patch(apps.v1.deployments, keyOf(deployment), { spec: { template: { spec: { containers } } } });
}

function nextVersion(image: string): string {
  const [, name = image, version = '0'] = /^(.*):(\d+)$/.exec(image) ?? [];
  return `${name}:${Number(version) + 1}`;
}

/** Adds or removes one replica of a deployment. The deployment keeps between one and five replicas. */
function scale({ objects, chance, pick }: Simulation): void {
  const deployment: Deployment | undefined = pick(objects.list(apps.v1.deployments));
  if (deployment === undefined) return;
  const replicas = (deployment.spec?.replicas ?? 1) + (chance(0.5) ? 1 : -1);
  if (replicas < 1 || replicas > 5) return;
  objects.patch(apps.v1.deployments, keyOf(deployment), { spec: { replicas } });
}

/** Makes a node not ready. If a node is already not ready, makes that node ready again. */
function toggleNodeReadiness({ objects, chance, pick, timestamp }: Simulation): void {
  const nodes = objects.list(core.v1.nodes);
  const lost = nodes.find((node) => !isNodeReady(node));
  const node: Node | undefined = lost ?? pick(nodes);
  if (node === undefined || !chance(lost === undefined ? 0.03 : 0.15)) return;
  const ready = lost !== undefined;
  const conditions = [
    {
      type: 'Ready',
      status: ready ? 'True' : 'False',
      reason: ready ? 'KubeletReady' : 'KubeletNotReady',
      lastTransitionTime: timestamp(),
    },
  ];
  objects.patch(core.v1.nodes, keyOf(node), { status: { conditions } }, { subresource: 'status' });
}
