import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../../kinds/index.ts';
import { plainText } from './plain-value.ts';

/** Returns the number of ready replicas, and the number of replicas with the newest template. */
export function deploymentFields({ spec, status }: Deployment | StatefulSet): readonly string[] {
  return [
    `${plainText(status?.readyReplicas ?? 0)}/${plainText(spec?.replicas ?? 1)} ready`,
    `${plainText(status?.updatedReplicas ?? 0)} up-to-date`,
  ];
}

export function replicaSetFields({ spec, status }: ReplicaSet): readonly string[] {
  return [`${plainText(status?.readyReplicas ?? 0)}/${plainText(spec?.replicas ?? 1)} ready`];
}

export function daemonSetFields({ status }: DaemonSet): readonly string[] {
  return [
    `${plainText(status?.numberReady ?? 0)}/${plainText(status?.desiredNumberScheduled ?? 0)} ready`,
    `${plainText(status?.updatedNumberScheduled ?? 0)} up-to-date`,
  ];
}
