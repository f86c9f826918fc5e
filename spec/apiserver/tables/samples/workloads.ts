import { labels, namespaced, selector, template, type Sample } from './sample.ts';

const workload = (resource: string, name: string, spec: object, status: object): Sample => ({
  path: namespaced('/apis/apps/v1', resource),
  object: { metadata: { name, labels }, spec: { selector, template, ...spec } },
  status,
});

const replicas = { replicas: 3, readyReplicas: 2, availableReplicas: 1, updatedReplicas: 3 };

export const workloads: readonly Sample[] = [
  workload('deployments', 'web', { replicas: 4 }, replicas),
  workload('deployments', 'plain', { selector: { matchLabels: labels } }, {}),
  workload('replicasets', 'web', { replicas: 4 }, { replicas: 3, readyReplicas: 2 }),
  workload('statefulsets', 'web', { serviceName: 'web' }, { replicas: 3, readyReplicas: 2 }),
  workload(
    'daemonsets',
    'web',
    { template: { ...template, spec: { ...template.spec, nodeSelector: { b: '2', a: '1' } } } },
    {
      desiredNumberScheduled: 5,
      currentNumberScheduled: 4,
      numberReady: 3,
      updatedNumberScheduled: 2,
      numberAvailable: 1,
      numberMisscheduled: 0,
    },
  ),
  {
    path: namespaced('/api/v1', 'replicationcontrollers'),
    object: { metadata: { name: 'web' }, spec: { replicas: 2, selector: labels, template } },
    status: { replicas: 2, readyReplicas: 1 },
  },
  { path: namespaced('/api/v1', 'podtemplates'), object: { metadata: { name: 'web' }, template } },
  {
    path: namespaced('/apis/apps/v1', 'controllerrevisions'),
    object: {
      metadata: {
        name: 'web-1',
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u', controller: true },
        ],
      },
      data: {},
      revision: 3,
    },
  },
  {
    path: namespaced('/apis/apps/v1', 'controllerrevisions'),
    object: { metadata: { name: 'free' }, data: {}, revision: 1 },
  },
];
