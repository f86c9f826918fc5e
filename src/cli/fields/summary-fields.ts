import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';
import { commonFields } from './common-fields.ts';
import { eventFields } from './event-fields.ts';
import { nodeFields } from './node-fields.ts';
import { plainText } from './plain-value.ts';
import { podFields } from './pod-fields.ts';
import { daemonSetFields, deploymentFields, replicaSetFields } from './workload-fields.ts';

/**
 * Returns the most important fields of an object of the given collection. Each field is cut to the maximum length in a
 * line.
 */
export function summaryFields(
  { group, resource }: Pick<GroupVersionResource, 'group' | 'resource'>,
  object: KubeObject,
  now: number,
): readonly string[] {
  try {
    const fields = fieldsOf.get(`${resource}.${group}`) ?? commonFields;
    return fields(object, now).map(plainText);
  } catch {
    return []; // a malformed object shows no fields, but does not end the command
  }
}

type Fields = (object: KubeObject, now: number) => readonly string[];

const fieldsOf: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  ['pods.', podFields],
  ['nodes.', nodeFields],
  ['events.', eventFields],
  ['events.events.k8s.io', eventFields],
  ['deployments.apps', deploymentFields],
  ['statefulsets.apps', deploymentFields],
  ['replicasets.apps', replicaSetFields],
  ['daemonsets.apps', daemonSetFields],
]);
