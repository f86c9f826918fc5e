import { labels, namespaced, ofCluster, selector, type Valid } from './valid.ts';

/** Valid objects that control the network access to pods. */
export const network: readonly Valid[] = [
  namespaced('v1', 'services', 'Service', {
    spec: {
      type: 'ClusterIP',
      selector: labels,
      ports: [
        { name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' },
        { name: 'admin', port: 81, targetPort: 8_081 },
      ],
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
    },
  }),
  namespaced('networking.k8s.io/v1', 'ingresses', 'Ingress', {
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts: ['a.example'], secretName: 't' }],
      rules: [
        {
          host: 'a.example',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'web', port: { number: 80 } } },
              },
            ],
          },
        },
      ],
    },
  }),
  namespaced('networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy', {
    spec: {
      podSelector: selector,
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }, { podSelector: selector }],
          ports: [{ protocol: 'TCP', port: 80, endPort: 90 }],
        },
      ],
    },
  }),
  namespaced('discovery.k8s.io/v1', 'endpointslices', 'EndpointSlice', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'] }],
    ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
  }),
  namespaced(
    'v1',
    'services',
    'Service',
    {
      spec: {
        type: 'LoadBalancer',
        selector: labels,
        ports: [{ name: 'http', port: 80, nodePort: 30_080, appProtocol: 'http' }],
        externalTrafficPolicy: 'Local',
        healthCheckNodePort: 30_081,
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        loadBalancerClass: 'example.com/x',
        externalIPs: ['10.1.2.3'],
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
      },
    },
    'balanced',
  ),
  namespaced(
    'v1',
    'services',
    'Service',
    { spec: { type: 'ExternalName', externalName: 'a.example' } },
    'external',
  ),
  namespaced(
    'v1',
    'services',
    'Service',
    { spec: { clusterIP: 'None', selector: labels, publishNotReadyAddresses: true } },
    'headless',
  ),
  namespaced(
    'networking.k8s.io/v1',
    'ingresses',
    'Ingress',
    {
      spec: {
        defaultBackend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'b' } },
        rules: [
          {
            host: '*.a.example',
            http: {
              paths: [
                {
                  path: '/a',
                  pathType: 'Exact',
                  backend: { service: { name: 'web', port: { name: 'http' } } },
                },
                {
                  pathType: 'ImplementationSpecific',
                  backend: { service: { name: 'web', port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    },
    'with a default',
  ),
  namespaced(
    'networking.k8s.io/v1',
    'networkpolicies',
    'NetworkPolicy',
    {
      spec: {
        podSelector: {},
        policyTypes: ['Ingress', 'Egress'],
        egress: [
          {
            to: [
              { namespaceSelector: selector },
              { ipBlock: { cidr: '2001:db8::/32', except: ['2001:db8:1::/48'] } },
            ],
            ports: [{ port: 'http' }],
          },
        ],
      },
    },
    'outgoing',
  ),
  namespaced('v1', 'endpoints', 'Endpoints', {
    subsets: [
      {
        addresses: [{ ip: '10.0.0.1', hostname: 'a', nodeName: 'n' }],
        notReadyAddresses: [{ ip: '10.0.0.2' }],
        ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
      },
    ],
  }),
  namespaced(
    'discovery.k8s.io/v1',
    'endpointslices',
    'EndpointSlice',
    {
      addressType: 'IPv6',
      endpoints: [
        {
          addresses: ['2001:db8::1'],
          hostname: 'a',
          nodeName: 'n',
          zone: 'z',
          hints: { forZones: [{ name: 'z' }] },
        },
      ],
      ports: [{ name: '', port: 80, protocol: 'UDP', appProtocol: 'http' }],
    },
    'of IPv6',
  ),
  ofCluster('networking.k8s.io/v1', 'ingressclasses', 'IngressClass', {
    spec: {
      controller: 'example.com/x',
      parameters: {
        apiGroup: 'example.com',
        kind: 'Parameters',
        name: 'p',
        scope: 'Namespace',
        namespace: 'n',
      },
    },
  }),
];
