import { labels, namespaced, selector, type Sample } from './sample.ts';

const service = (name: string, spec: object, status?: object): Sample => ({
  path: namespaced('/api/v1', 'services'),
  object: { metadata: { name }, spec: { ports: [{ name: 'http', port: 80 }], ...spec } },
  ...(status === undefined ? {} : { status }),
});
const ingressPoints = {
  loadBalancer: {
    ingress: [{ ip: '203.0.113.9' }, { hostname: 'balancer.example' }, { ip: '203.0.113.10' }],
  },
};
const backend = { service: { name: 'web', port: { number: 80 } } };
const rule = (host?: string): object => ({
  ...(host === undefined ? {} : { host }),
  http: { paths: [{ path: '/', pathType: 'Prefix', backend }] },
});
const ingress = (name: string, spec: object): Sample => ({
  path: namespaced('/apis/networking.k8s.io/v1', 'ingresses'),
  object: { metadata: { name }, spec },
  status: ingressPoints,
});
const slice = (
  name: string,
  addressType: string,
  ports: readonly object[],
  addresses: readonly string[],
): Sample => ({
  path: namespaced('/apis/discovery.k8s.io/v1', 'endpointslices'),
  object: {
    metadata: { name },
    addressType,
    ports,
    endpoints: addresses.map((one) => ({ addresses: [one] })),
  },
});
const endpointsOf = (name: string, subsets: readonly object[]): Sample => ({
  path: namespaced('/api/v1', 'endpoints'),
  object: { metadata: { name }, subsets },
});

export const networking: readonly Sample[] = [
  service('inside', { selector: labels }),
  service('headless', { clusterIP: 'None' }),
  service('ports', {
    type: 'NodePort',
    externalIPs: ['198.51.100.1'],
    ports: [
      { name: 'a', port: 1 },
      { name: 'b', port: 53, protocol: 'UDP' },
    ],
  }),
  service('balanced', { type: 'LoadBalancer', externalIPs: ['198.51.100.1'] }, ingressPoints),
  service('pending', { type: 'LoadBalancer' }),
  service('elsewhere', { type: 'ExternalName', externalName: 'other.example', ports: [] }),
  endpointsOf('none', []),
  endpointsOf('many', [
    {
      addresses: [1, 2].map((n) => ({ ip: `10.0.0.${n}` })),
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 2 },
      ],
    },
    { addresses: [{ ip: '10.0.0.9' }] },
  ]),
  endpointsOf('six', [{ addresses: [{ ip: 'fd00::1' }], ports: [{ port: 80 }] }]),
  slice('few', 'IPv4', [{ name: '', port: 80 }], ['10.0.0.1']),
  slice(
    'more',
    'IPv4',
    [1, 2, 3, 4].map((port) => ({ name: `p${port}`, port })),
    ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'],
  ),
  slice('bare', 'IPv4', [], []),
  slice('named', 'IPv4', [{ name: 'all' }], ['10.0.0.1']),
  ingress('one', { rules: [rule('a.example')], tls: [{ hosts: ['a.example'] }] }),
  ingress('any', { ingressClassName: 'fast', rules: [rule()] }),
  ingress('three', { rules: [rule('a.example'), rule('b.example'), rule('c.example')] }),
  ingress('five', {
    rules: [rule('a.example'), rule(), rule('b.example'), rule('c.example'), rule('d.example')],
  }),
  {
    path: '/apis/networking.k8s.io/v1/ingressclasses',
    object: {
      metadata: { name: 'fast', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: {
        controller: 'example.com/fast',
        parameters: { apiGroup: 'example.com', kind: 'Parameters', name: 'p', scope: 'Cluster' },
      },
    },
  },
  {
    path: '/apis/networking.k8s.io/v1/ingressclasses',
    object: { metadata: { name: 'slow' }, spec: { controller: 'example.com/slow' } },
  },
  {
    path: namespaced('/apis/networking.k8s.io/v1', 'networkpolicies'),
    object: { metadata: { name: 'some' }, spec: { podSelector: selector } },
  },
  {
    path: namespaced('/apis/networking.k8s.io/v1', 'networkpolicies'),
    object: { metadata: { name: 'all' }, spec: { podSelector: {} } },
  },
  {
    path: '/apis/networking.k8s.io/v1/servicecidrs',
    object: { metadata: { name: 'more' }, spec: { cidrs: ['10.9.0.0/16'] } },
  },
  {
    path: '/apis/networking.k8s.io/v1/ipaddresses',
    object: {
      metadata: { name: '10.9.0.7' },
      spec: { parentRef: { group: '', resource: 'services', namespace: 'default', name: 'web' } },
    },
  },
];
