import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../../kinds/index.ts';

/** How many replicas are ready, and how many are of the newest template. */
export function deploymentFields({ spec, status }: Deployment | StatefulSet): readonly string[] {
  return [
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 1} ready`,
    `${status?.updatedReplicas ?? 0} up-to-date`,
  ];
}

export function replicaSetFields({ spec, status }: ReplicaSet): readonly string[] {
  return [`${status?.readyReplicas ?? 0}/${spec?.replicas ?? 1} ready`];
}

export function daemonSetFields({ status }: DaemonSet): readonly string[] {
  return [
    `${status?.numberReady ?? 0}/${status?.desiredNumberScheduled ?? 0} ready`,
    `${status?.updatedNumberScheduled ?? 0} up-to-date`,
  ];
}
