import { labels, namespaced, template, type Sample } from '../../tables/samples/sample.ts';

const of = (resource: string, name: string, more: object, metadata: object = {}): Sample => ({
  path: namespaced('/api/v1', resource),
  object: { metadata: { name, ...metadata }, ...more },
});
/** Returns a sample object in the namespace `kube-public`, because this namespace contains no pods. */
const apart = (resource: string, name: string, more: object): Sample => ({
  path: `/api/v1/namespaces/kube-public/${resource}`,
  object: { metadata: { name }, ...more },
});
const wide = (resource: string, name: string, more: object, metadata: object = {}): Sample => ({
  path: `/api/v1/${resource}`,
  object: { metadata: { name, ...metadata }, ...more },
});
const ports = [{ port: 80 }];
const service = (name: string, spec: object): Sample => of('services', name, { spec });
const volume = { capacity: { storage: '1024Mi' }, accessModes: ['ReadWriteOnce'] };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0.5Gi' } } };

/** Sample objects of the core group, except pods. For each kind, the first object is the smallest valid object. */
export const core: readonly Sample[] = [
  of('configmaps', 'small', {}),
  of('configmaps', 'empty', { data: {}, binaryData: {}, immutable: false }),
  of('configmaps', 'full', { data: { a: '', b: 'c' }, binaryData: { d: 'ZQ==' }, immutable: true }),
  of('secrets', 'small', {}),
  of('secrets', 'texts', { stringData: { a: 'b', c: '' }, data: { a: 'eA==', d: 'ZQ==' } }),
  of('secrets', 'login', { type: 'kubernetes.io/basic-auth', stringData: { username: 'u', password: 'p' } }),
  of('serviceaccounts', 'small', {}),
  of('serviceaccounts', 'quiet', {
    automountServiceAccountToken: false,
    imagePullSecrets: [{ name: 'a' }],
    secrets: [{ name: 'b' }],
  }),
  of('endpoints', 'small', {}),
  of('endpoints', 'ports', {
    subsets: [
      {
        addresses: [{ ip: '10.1.1.1' }],
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 81, protocol: 'UDP' },
        ],
      },
    ],
  }),
  apart('limitranges', 'small', { spec: { limits: [] } }),
  apart('limitranges', 'containers', {
    spec: {
      limits: [
        { type: 'Container', max: { cpu: '1000m' }, min: { cpu: '0.1', memory: '64Mi' } },
        { type: 'Pod', max: { cpu: '2' } },
      ],
    },
  }),
  apart('resourcequotas', 'small', { spec: {} }),
  apart('resourcequotas', 'hard', { spec: { hard: { pods: '10', 'requests.cpu': '1000m' } } }),
  of('podtemplates', 'small', { template }),
  of('replicationcontrollers', 'small', { spec: { template } }),
  of('replicationcontrollers', 'none', { spec: { replicas: 0, selector: labels, template } }),
  service('small', { ports }),
  service('sticky', { ports, sessionAffinity: 'ClientIP', selector: labels }),
  service('stickier', {
    ports,
    sessionAffinity: 'ClientIP',
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } },
  }),
  service('headless-plain', { clusterIP: 'None', selector: labels }),
  service('headless-ports', { clusterIP: 'None', ports, selector: labels, publishNotReadyAddresses: true }),
  service('headless-dual', { clusterIP: 'None', ipFamilyPolicy: 'RequireDualStack', ports }),
  service('given', { clusterIP: '10.0.0.77', ports: [{ port: 80, targetPort: 'http', protocol: 'TCP' }] }),
  service('node', { type: 'NodePort', ports: [{ port: 80, nodePort: 30777 }] }),
  service('node-any', {
    type: 'NodePort',
    ports: [
      { name: 'dns', port: 53 },
      { name: 'dns-udp', port: 53, protocol: 'UDP' },
    ],
  }),
  service('local', { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports }),
  service('no-nodes', { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports }),
  service('prefers', { ipFamilyPolicy: 'PreferDualStack', ports }),
  service('outside', { type: 'ExternalName', externalName: 'a.example' }),
  service('external', { externalIPs: ['198.51.100.1'], ports }),
  of('persistentvolumeclaims', 'small', { spec: claim }),
  of('persistentvolumeclaims', 'block', { spec: { ...claim, volumeMode: 'Block', storageClassName: '' } }),
  of('persistentvolumeclaims', 'copy', {
    spec: { ...claim, dataSource: { kind: 'PersistentVolumeClaim', name: 'small' } },
  }),
  of('persistentvolumeclaims', 'copy-ref', {
    spec: { ...claim, dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'small' } },
  }),
  wide('persistentvolumes', 'small', { spec: { ...volume, hostPath: { path: '/a' } } }),
  wide('persistentvolumes', 'csi', {
    spec: {
      ...volume,
      csi: { driver: 'd.example', volumeHandle: 'h' },
      persistentVolumeReclaimPolicy: 'Delete',
    },
  }),
  wide('persistentvolumes', 'disk', {
    spec: { ...volume, azureDisk: { diskName: 'd', diskURI: 'https://a.blob.core.windows.net/b/d.vhd' } },
  }),
  wide('persistentvolumes', 'iscsi', {
    spec: { ...volume, iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.example:x', lun: 0 } },
  }),
  wide('persistentvolumes', 'rbd', { spec: { ...volume, rbd: { monitors: ['m'], image: 'i' } } }),
  wide('nodes', 'small', {}),
  wide('nodes', 'tainted', {
    spec: { taints: [{ key: 'a', effect: 'NoSchedule' }], podCIDR: '10.9.0.0/24', unschedulable: false },
    status: { capacity: { cpu: '4', memory: '8192Mi' } },
  }),
  wide('namespaces', 'small', {}),
  wide('namespaces', 'labelled', {}, { labels: { 'kubernetes.io/metadata.name': 'x', a: 'b' } }),
  of('events', 'small', { involvedObject: { namespace: 'default' } }),
  of('events', 'counted', {
    involvedObject: { namespace: 'default', kind: 'Pod', name: 'a' },
    count: 0,
    message: '',
    firstTimestamp: null,
    eventTime: null,
    lastTimestamp: '2024-01-02T03:04:05Z',
  }),
];
