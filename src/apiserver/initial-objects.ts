import { freeze } from 'immer';
import type { Json, StoredObject } from './json.ts';
import { store, type RegistryContext } from './registry/context.ts';
import { timestamp, uid } from './registry/identity.ts';
import { systemPriorities } from './resources/priority-class.ts';
import type { Resource } from './resources/resource.ts';

/** An initial object of a new server, without the values that are different on each server. */
interface Initial {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly metadata?: Json;
  readonly content: Json;
}

/**
 * The initial objects: the system priority classes and the service `kubernetes`. Pods find the API through the service
 * `kubernetes`, which has the first address of the service address range.
 */
const all: readonly Initial[] = freeze<Initial[]>(
  [
    {
      group: '',
      resource: 'services',
      namespace: 'default',
      name: 'kubernetes',
      metadata: { labels: { component: 'apiserver', provider: 'kubernetes' } },
      content: {
        spec: {
          clusterIP: '10.96.0.1',
          clusterIPs: ['10.96.0.1'],
          internalTrafficPolicy: 'Cluster',
          ipFamilies: ['IPv4'],
          ipFamilyPolicy: 'SingleStack',
          ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
          sessionAffinity: 'None',
          type: 'ClusterIP',
        },
        status: { loadBalancer: {} },
      },
    },
    priorityClass(
      'system-cluster-critical',
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
    ),
    priorityClass(
      'system-node-critical',
      'Used for system critical pods that must not be moved from their current node.',
    ),
  ],
  true,
);

function priorityClass(name: string, description: string): Initial {
  return {
    group: 'scheduling.k8s.io',
    resource: 'priorityclasses',
    namespace: '',
    name,
    metadata: { generation: 1 },
    content: { description, preemptionPolicy: 'PreemptLowerPriority', value: systemPriorities[name] },
  };
}

export function createInitialObjects(context: RegistryContext): void {
  const { catalog, world } = context;
  const creationTimestamp = timestamp(world.now());
  for (const { group, resource, namespace, name, metadata: more, content } of all) {
    const found = catalog.find(group, 'v1', resource);
    if (found === undefined) continue;
    const { kind, apiVersion } = found;
    const place = namespace === '' ? {} : { namespace };
    const metadata = {
      name,
      ...place,
      uid: uid(world),
      resourceVersion: '',
      creationTimestamp,
      ...more,
    };
    store(context, found, { namespace, name }, { kind, apiVersion, metadata, ...content }, false);
  }
}

/** Returns whether an object is one of the initial objects. */
export function isInitialObject({ group, resource }: Resource, { metadata }: StoredObject): boolean {
  const { namespace = '', name } = metadata;
  return all.some(
    (one) =>
      one.group === group && one.resource === resource && one.namespace === namespace && one.name === name,
  );
}
