import { condition, longAgo, longerAgo, namespaced, type Sample } from './sample.ts';

const node = (name: string, more: object, status: object): Sample => ({
  path: '/api/v1/nodes',
  object: { metadata: { name, ...(more as { labels?: object }) }, ...more },
  status,
});

const event = (name: string, more: object): Sample => ({
  path: namespaced('/api/v1', 'events'),
  object: {
    metadata: { name, namespace: 'default' },
    involvedObject: { kind: 'Pod', namespace: 'default', name: 'web' },
    ...more,
  },
});

export const cluster: readonly Sample[] = [
  node(
    'node-1',
    { labels: { 'node-role.kubernetes.io/worker': '', 'kubernetes.io/role': 'edge' } },
    {
      conditions: [condition('Ready', 'True')],
      addresses: [
        { type: 'InternalIP', address: '10.1.0.1' },
        { type: 'ExternalIP', address: '203.0.113.1' },
      ],
      nodeInfo: {
        machineID: '',
        systemUUID: '',
        bootID: '',
        kernelVersion: '6.1',
        osImage: 'Linux',
        containerRuntimeVersion: 'containerd://2',
        kubeletVersion: 'v1.36.0',
        kubeProxyVersion: '',
        operatingSystem: 'linux',
        architecture: 'amd64',
      },
    },
  ),
  node('node-2', { spec: { unschedulable: true } }, { conditions: [condition('Ready', 'Unknown')] }),
  node('node-3', {}, {}),
  event('old', {
    type: 'Normal',
    reason: 'Started',
    message: ' Started it ',
    source: { component: 'kubelet', host: 'node-1' },
    firstTimestamp: longerAgo,
    lastTimestamp: longAgo,
    count: 4,
  }),
  event('single', {
    type: 'Warning',
    reason: 'Failed',
    message: 'No',
    eventTime: '2024-01-02T03:04:05.000000Z',
    action: 'Try',
    reportingComponent: 'example.com/it',
    reportingInstance: 'it-1',
  }),
  event('series', {
    type: 'Warning',
    reason: 'Failed',
    message: 'No',
    eventTime: '2023-01-02T03:04:05.000000Z',
    action: 'Try',
    reportingComponent: 'example.com/it',
    reportingInstance: 'it-1',
    series: { count: 9, lastObservedTime: '2024-01-02T03:04:05.000000Z' },
  }),
  { path: '/api/v1/namespaces', object: { metadata: { name: 'sample' } } },
  {
    path: namespaced('/api/v1', 'configmaps'),
    object: { metadata: { name: 'c' }, data: { a: '1' }, binaryData: { b: 'AA==' } },
  },
  { path: namespaced('/api/v1', 'secrets'), object: { metadata: { name: 's' }, data: { a: 'AA==' } } },
  { path: namespaced('/api/v1', 'serviceaccounts'), object: { metadata: { name: 's' } } },
  { path: namespaced('/api/v1', 'limitranges'), object: { metadata: { name: 'l' }, spec: { limits: [] } } },
  {
    path: namespaced('/api/v1', 'resourcequotas'),
    object: { metadata: { name: 'q' }, spec: { hard: { pods: '10' } } },
    status: {
      hard: { pods: '10', 'requests.cpu': '4', 'limits.cpu': '8', 'limits.memory': '8Gi' },
      used: { pods: '3', 'requests.cpu': '1500m', 'limits.cpu': '2' },
    },
  },
  {
    path: namespaced('/apis/coordination.k8s.io/v1', 'leases'),
    object: { metadata: { name: 'l' }, spec: { holderIdentity: 'me' } },
  },
  { path: namespaced('/apis/coordination.k8s.io/v1', 'leases'), object: { metadata: { name: 'free' } } },
  {
    path: '/apis/scheduling.k8s.io/v1/priorityclasses',
    object: { metadata: { name: 'high' }, value: 100, globalDefault: false, preemptionPolicy: 'Never' },
  },
  { path: '/apis/node.k8s.io/v1/runtimeclasses', object: { metadata: { name: 'r' }, handler: 'h' } },
];
