import { apps, core, type Pod, type ReplicaSet } from '../../kinds/index.ts';
import { keyOf } from '../../objects/index.ts';
import { isReady } from './pod-state.ts';
import { controlledBy, isOwnedBy } from './owned.ts';
import type { Simulation } from './simulation.ts';

/**
 * Creates or deletes pods until a replica set has the number of pods in its spec. Then updates the status of the
 * replica set.
 */
export function reconcileReplicaSet({ objects }: Simulation, replicaSet: ReplicaSet): void {
  const { name, namespace = '', generation } = replicaSet.metadata;
  const { replicas: wanted = 1, template } = replicaSet.spec ?? {};
  const pods = objects
    .list(core.v1.pods, namespace)
    .filter((pod) => isOwnedBy(pod, replicaSet) && pod.metadata.deletionTimestamp === undefined);
  for (let n = pods.length; n < wanted; n++) {
    objects.create(core.v1.pods, {
      metadata: {
        generateName: `${name}-`,
        namespace,
        ...(template?.metadata?.labels === undefined ? {} : { labels: template.metadata.labels }),
        ownerReferences: [controlledBy('apps/v1', 'ReplicaSet', replicaSet)],
      },
      spec: template?.spec ?? { containers: [] },
    });
  }
  for (const pod of dispensable(pods).slice(0, Math.max(0, pods.length - wanted))) {
    objects.delete(core.v1.pods, keyOf(pod));
  }

  const ready = pods.filter(isReady).length;
  const status = {
    observedGeneration: generation,
    replicas: pods.length,
    fullyLabeledReplicas: pods.length,
    readyReplicas: ready,
    availableReplicas: ready,
  };
  objects.patch(apps.v1.replicasets, keyOf(replicaSet), { status }, { subresource: 'status' });
}

/** Sorts pods in the order of deletion: pods that are not ready come first. */
const dispensable = (pods: readonly Pod[]): readonly Pod[] =>
  [...pods].sort((a, b) => Number(isReady(a)) - Number(isReady(b)));
