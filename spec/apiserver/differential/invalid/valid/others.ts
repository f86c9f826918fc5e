import { labels, namespaced, ofCluster, selector, type Valid } from './valid.ts';

/** Valid objects for configuration, RBAC and disruption budgets, and cluster-scoped objects. */
export const others: readonly Valid[] = [
  namespaced('v1', 'configmaps', 'ConfigMap', { data: { a: 'b' }, binaryData: { c: 'eA==' } }),
  namespaced('v1', 'secrets', 'Secret', { type: 'Opaque', data: { a: 'eA==' } }),
  namespaced('autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
    spec: {
      minReplicas: 1,
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' },
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
      ],
    },
  }),
  namespaced('policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget', {
    spec: { minAvailable: 1, selector },
  }),
  namespaced('rbac.authorization.k8s.io/v1', 'roles', 'Role', {
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  }),
  namespaced('rbac.authorization.k8s.io/v1', 'rolebindings', 'RoleBinding', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' },
    subjects: [{ kind: 'ServiceAccount', name: 'x', namespace: 'differential' }],
  }),
  namespaced('coordination.k8s.io/v1', 'leases', 'Lease', {
    spec: { holderIdentity: 'x', leaseDurationSeconds: 15, leaseTransitions: 1 },
  }),
  namespaced('v1', 'resourcequotas', 'ResourceQuota', {
    spec: { hard: { pods: '10', 'requests.cpu': '1' } },
  }),
  namespaced('v1', 'limitranges', 'LimitRange', {
    spec: {
      limits: [{ type: 'Container', max: { cpu: '2' }, default: { cpu: '1' }, min: { cpu: '100m' } }],
    },
  }),
  ofCluster('scheduling.k8s.io/v1', 'priorityclasses', 'PriorityClass', {
    value: 10,
    preemptionPolicy: 'Never',
  }),
  namespaced(
    'v1',
    'secrets',
    'Secret',
    { type: 'kubernetes.io/tls', data: { 'tls.crt': 'eA==', 'tls.key': 'eA==' } },
    'of TLS',
  ),
  namespaced('v1', 'serviceaccounts', 'ServiceAccount', {
    secrets: [{ name: 's' }],
    imagePullSecrets: [{ name: 'p' }],
  }),
  namespaced(
    'autoscaling/v2',
    'horizontalpodautoscalers',
    'HorizontalPodAutoscaler',
    {
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' },
        metrics: [
          {
            type: 'ContainerResource',
            containerResource: {
              name: 'cpu',
              container: 'web',
              target: { type: 'AverageValue', averageValue: '100m' },
            },
          },
          {
            type: 'Pods',
            pods: {
              metric: { name: 'requests', selector },
              target: { type: 'AverageValue', averageValue: '1' },
            },
          },
          {
            type: 'Object',
            object: {
              describedObject: { apiVersion: 'v1', kind: 'Service', name: 's' },
              metric: { name: 'r' },
              target: { type: 'Value', value: '1k' },
            },
          },
          {
            type: 'External',
            external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } },
          },
        ],
        behavior: {
          scaleUp: {
            stabilizationWindowSeconds: 1,
            selectPolicy: 'Max',
            policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }],
          },
          scaleDown: { policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }], tolerance: '0.1' },
        },
      },
    },
    'of all metrics',
  ),
  namespaced(
    'policy/v1',
    'poddisruptionbudgets',
    'PodDisruptionBudget',
    { spec: { maxUnavailable: '50%', selector, unhealthyPodEvictionPolicy: 'AlwaysAllow' } },
    'in percent',
  ),
  namespaced(
    'v1',
    'limitranges',
    'LimitRange',
    {
      spec: {
        limits: [
          { type: 'Pod', max: { memory: '2Gi' }, maxLimitRequestRatio: { cpu: '2' } },
          { type: 'PersistentVolumeClaim', min: { storage: '1Gi' } },
          { type: 'Container', defaultRequest: { cpu: '200m' }, default: { cpu: '300m' } },
        ],
      },
    },
    'of three types',
  ),
  namespaced(
    'v1',
    'resourcequotas',
    'ResourceQuota',
    {
      spec: {
        hard: { 'limits.memory': '1Gi', pods: '2' },
        scopes: ['NotTerminating'],
        scopeSelector: {
          matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }],
        },
      },
    },
    'with scopes',
  ),
  ofCluster('rbac.authorization.k8s.io/v1', 'clusterroles', 'ClusterRole', {
    rules: [
      { nonResourceURLs: ['/healthz'], verbs: ['get'] },
      { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['x'], verbs: ['*'] },
    ],
    aggregationRule: { clusterRoleSelectors: [selector] },
  }),
  ofCluster('rbac.authorization.k8s.io/v1', 'clusterrolebindings', 'ClusterRoleBinding', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'x' },
    subjects: [
      { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u' },
      { kind: 'ServiceAccount', name: 'x', namespace: 'n' },
    ],
  }),
  ofCluster('v1', 'namespaces', 'Namespace', { spec: { finalizers: ['kubernetes'] } }),
  ofCluster('v1', 'nodes', 'Node', {
    spec: {
      podCIDR: '10.0.0.0/24',
      podCIDRs: ['10.0.0.0/24'],
      providerID: 'x://y',
      taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }],
    },
  }),
  ofCluster('node.k8s.io/v1', 'runtimeclasses', 'RuntimeClass', {
    handler: 'x',
    overhead: { podFixed: { cpu: '1m' } },
    scheduling: { nodeSelector: labels, tolerations: [{ key: 'k', operator: 'Exists' }] },
  }),
];
