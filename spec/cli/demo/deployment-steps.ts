import { apps, type ReplicaSet } from 'rx-informer/kinds';
import { reconcileDeployment } from '../../../src/cli/demo/deployment-controller.ts';
import {
  addDeployment,
  deploymentOf,
  replicaSetsOf,
  simulatedCluster,
  type SimulatedCluster,
} from './simulated-cluster.ts';

/** Runs one step of the simulated deployment controller for the Deployment `web`. */
export const reconcile = (cluster: SimulatedCluster, name = 'web'): void =>
  reconcileDeployment(cluster, deploymentOf(cluster, name));

const imageOf = ({ spec }: ReplicaSet) => spec?.template?.spec?.containers[0]?.image ?? '';

/** Returns the wanted replicas of each ReplicaSet by image, as text: `web:1 3, web:2 0`. */
export const sizes = (cluster: SimulatedCluster): string =>
  replicaSetsOf(cluster)
    .map((one) => `${imageOf(one)} ${one.spec?.replicas ?? ''}`)
    .sort()
    .join(', ');

/**
 * Sets the status of each ReplicaSet as if all wanted pods existed. `readyOf` sets the number of ready pods by image.
 * By default, all pods are ready.
 */
export function fill(cluster: SimulatedCluster, readyOf: Readonly<Record<string, number>> = {}): void {
  for (const one of replicaSetsOf(cluster)) {
    const replicas = one.spec?.replicas ?? 0;
    const readyReplicas = readyOf[imageOf(one)] ?? replicas;
    cluster.objects.patch(
      apps.v1.replicasets,
      `default/${one.metadata.name}`,
      { status: { replicas, readyReplicas, fullyLabeledReplicas: replicas } },
      { subresource: 'status' },
    );
  }
}

export const change = ({ objects }: SimulatedCluster, spec: object): unknown =>
  objects.patch(apps.v1.deployments, 'default/web', { spec });
export const release = (cluster: SimulatedCluster, version: number): unknown =>
  change(cluster, {
    template: { spec: { containers: [{ name: 'c0', image: `web:${version}`, tty: true }] } },
  });

/**
 * Returns a cluster whose Deployment `web` has the given number of pods. All pods run the image `web:1` and are ready.
 */
export function settled(replicas: number): SimulatedCluster {
  const cluster = simulatedCluster();
  addDeployment(cluster, 'web', replicas, 'web:1');
  for (let step = 0; step < 3; step++) {
    reconcile(cluster);
    fill(cluster);
  }
  return cluster;
}
