import { labels, namespaced, type Sample } from '../../tables/samples/sample.ts';

const of = (root: string, resource: string, name: string, more: object): Sample => ({
  path: namespaced(`/apis/${root}`, resource),
  object: { metadata: { name }, ...more },
});
const wide = (root: string, resource: string, name: string, more: object): Sample => ({
  path: `/apis/${root}/${resource}`,
  object: { metadata: { name }, ...more },
});

const networking = 'networking.k8s.io/v1';
const rbac = 'rbac.authorization.k8s.io/v1';
const storage = 'storage.k8s.io/v1';
const admission = 'admissionregistration.k8s.io/v1';
const flow = 'flowcontrol.apiserver.k8s.io/v1';
const devices = 'resource.k8s.io/v1';
// Webhook rules for resources that no sample creates, so that no webhook is called.
const rules = [
  { apiGroups: ['none.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nones'] },
];
const hook = {
  name: 'a.example.com',
  clientConfig: { service: { namespace: 'a', name: 'b' } },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules,
};
const limited = (more: object): object => ({
  spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue' }, ...more } },
});
const request = (more: object): object => ({
  spec: { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'class.example', ...more } }] } },
});

/** Sample objects of the kinds outside the core group. */
export const groups: readonly Sample[] = [
  of(networking, 'networkpolicies', 'small', { spec: { podSelector: {} } }),
  of(networking, 'networkpolicies', 'both', {
    spec: {
      podSelector: { matchLabels: labels },
      egress: [
        { ports: [{ port: 80 }, { port: 53, protocol: 'UDP' }], to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] },
      ],
    },
  }),
  of(networking, 'networkpolicies', 'neither', { spec: { podSelector: {}, ingress: [], egress: [] } }),
  of(networking, 'ingresses', 'small', {
    spec: { defaultBackend: { service: { name: 'a', port: { name: 'http' } } } },
  }),
  wide(networking, 'ingressclasses', 'small', { spec: { controller: 'example.com/c' } }),
  wide(networking, 'ingressclasses', 'parametric', {
    spec: { controller: 'example.com/c', parameters: { kind: 'Thing', name: 'a' } },
  }),
  of('discovery.k8s.io/v1', 'endpointslices', 'small', { addressType: 'IPv4', endpoints: [] }),
  of('discovery.k8s.io/v1', 'endpointslices', 'ports', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: false } }, { addresses: ['10.0.0.2'] }],
    ports: [{ port: 80 }, { name: 'dns', port: 53, protocol: 'UDP' }],
  }),
  of('policy/v1', 'poddisruptionbudgets', 'small', { spec: {} }),
  of('policy/v1', 'poddisruptionbudgets', 'share', {
    spec: { maxUnavailable: '30%', selector: { matchLabels: labels } },
  }),
  of('coordination.k8s.io/v1', 'leases', 'small', {}),
  of(rbac, 'roles', 'small', {}),
  of(rbac, 'rolebindings', 'small', { roleRef: { kind: 'Role', name: 'small' } }),
  of(rbac, 'rolebindings', 'subjects', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
    subjects: [
      { kind: 'User', name: 'alice' },
      { kind: 'Group', name: 'all', apiGroup: '' },
      { kind: 'ServiceAccount', name: 'a', namespace: 'default' },
    ],
  }),
  wide(rbac, 'clusterroles', 'small', { rules: null }),
  wide(rbac, 'clusterrolebindings', 'small', { roleRef: { kind: 'ClusterRole', name: 'small' } }),
  wide(storage, 'storageclasses', 'small', { provisioner: 'example.com/p' }),
  wide(storage, 'storageclasses', 'late', {
    provisioner: 'example.com/p',
    reclaimPolicy: 'Retain',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: false,
  }),
  wide(storage, 'csidrivers', 'small.example', { spec: {} }),
  wide(storage, 'csidrivers', 'rich.example', {
    spec: { attachRequired: false, volumeLifecycleModes: ['Ephemeral'], tokenRequests: [{ audience: '' }] },
  }),
  wide(storage, 'csinodes', 'small', { spec: { drivers: [] } }),
  of(storage, 'csistoragecapacities', 'small', { storageClassName: 'a', capacity: '1024Mi' }),
  wide(storage, 'volumeattachments', 'small', {
    spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } },
  }),
  wide(storage, 'volumeattributesclasses', 'small', { driverName: 'a', parameters: { b: 'c' } }),
  wide(admission, 'validatingwebhookconfigurations', 'small', { webhooks: [hook] }),
  wide(admission, 'validatingwebhookconfigurations', 'none', {}),
  wide(admission, 'mutatingwebhookconfigurations', 'small', { webhooks: [hook] }),
  wide(admission, 'validatingadmissionpolicies', 'small', {
    spec: { validations: [{ expression: 'true' }], matchConstraints: { resourceRules: rules } },
  }),
  wide(admission, 'validatingadmissionpolicybindings', 'small', {
    spec: { policyName: 'small', validationActions: ['Deny'], matchResources: { resourceRules: rules } },
  }),
  wide(admission, 'mutatingadmissionpolicies', 'small', {
    spec: {
      reinvocationPolicy: 'Never',
      matchConstraints: { resourceRules: rules },
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  }),
  wide('scheduling.k8s.io/v1', 'priorityclasses', 'small', { value: 0 }),
  wide('scheduling.k8s.io/v1', 'priorityclasses', 'never', {
    value: 5,
    preemptionPolicy: 'Never',
    globalDefault: false,
  }),
  wide('node.k8s.io/v1', 'runtimeclasses', 'small', { handler: 'h' }),
  wide('node.k8s.io/v1', 'runtimeclasses', 'tolerant', {
    handler: 'h',
    scheduling: { tolerations: [{ key: 'a' }] },
    overhead: { podFixed: { cpu: '1000m' } },
  }),
  wide(flow, 'flowschemas', 'small', { spec: { priorityLevelConfiguration: { name: 'workload-low' } } }),
  wide(
    flow,
    'prioritylevelconfigurations',
    'small',
    limited({ limitResponse: { type: 'Queue', queuing: {} } }),
  ),
  wide(
    flow,
    'prioritylevelconfigurations',
    'queuing',
    limited({ limitResponse: { type: 'Queue', queuing: { queues: 128 } } }),
  ),
  wide(
    flow,
    'prioritylevelconfigurations',
    'rejecting',
    limited({ nominalConcurrencyShares: 0, limitResponse: { type: 'Reject' } }),
  ),
  wide(devices, 'deviceclasses', 'small', { spec: {} }),
  of(devices, 'resourceclaims', 'small', request({})),
  of(devices, 'resourceclaims', 'counted', request({ count: 2 })),
  of(devices, 'resourceclaims', 'all', request({ allocationMode: 'All' })),
  of(devices, 'resourceclaims', 'first', {
    spec: {
      devices: {
        requests: [{ name: 'a', firstAvailable: [{ name: 'b', deviceClassName: 'class.example' }] }],
      },
    },
  }),
  of(devices, 'resourceclaimtemplates', 'small', { spec: request({}) }),
  wide('apiregistration.k8s.io/v1', 'apiservices', 'v1.small.example', {
    spec: {
      group: 'small.example',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 10,
      service: { namespace: 'a', name: 'b' },
      insecureSkipTLSVerify: true,
    },
  }),
  of('events.k8s.io/v1', 'events', 'new-style', {
    eventTime: '2024-01-02T03:04:05.000000Z',
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    action: 'Acting',
    reason: 'Because',
    type: 'Normal',
    regarding: { kind: 'Pod', name: 'a', namespace: 'default' },
  }),
];
