import { apps, core } from '../../kinds/index.ts';
import { keyOf, type KubeObject } from '../../objects/index.ts';
import { controllerOf } from './owned.ts';
import type { Simulation } from './simulation.ts';

/** Deletes what was owned by something that has gone: replica sets of deployments, pods of replica sets. */
export function collectGarbage({ objects }: Simulation): void {
  const deployments = uidsOf(objects.list(apps.v1.deployments));
  for (const replicaSet of objects.list(apps.v1.replicasets)) {
    if (isOrphan(replicaSet, 'Deployment', deployments))
      objects.delete(apps.v1.replicasets, keyOf(replicaSet));
  }
  const replicaSets = uidsOf(objects.list(apps.v1.replicasets));
  for (const pod of objects.list(core.v1.pods)) {
    if (isOrphan(pod, 'ReplicaSet', replicaSets)) objects.delete(core.v1.pods, keyOf(pod));
  }
}

const uidsOf = (objects: readonly KubeObject[]): ReadonlySet<string> =>
  new Set(objects.map(({ metadata }) => metadata.uid));

function isOrphan({ metadata }: KubeObject, kind: string, uids: ReadonlySet<string>): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  const owner = controllerOf(metadata.ownerReferences);
  return owner?.kind === kind && !uids.has(owner.uid);
}
