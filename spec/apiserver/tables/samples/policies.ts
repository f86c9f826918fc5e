import { namespaced, selector, type Sample } from './sample.ts';

const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
const subjects = [
  { kind: 'User', name: 'ann', apiGroup: 'rbac.authorization.k8s.io' },
  { kind: 'User', name: 'bob', apiGroup: 'rbac.authorization.k8s.io' },
  { kind: 'Group', name: 'g', apiGroup: 'rbac.authorization.k8s.io' },
  { kind: 'ServiceAccount', name: 's', namespace: 'default' },
];
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const admission = '/apis/admissionregistration.k8s.io/v1';
const webhook = {
  name: 'w.example.com',
  clientConfig: { url: 'https://w.example.com' },
  rules: [],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const constraints = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
};
const binding = (name: string, paramRef?: object): Sample => ({
  path: `${admission}/validatingadmissionpolicybindings`,
  object: {
    metadata: { name },
    spec: { policyName: 'p', validationActions: ['Deny'], ...(paramRef && { paramRef }) },
  },
});
const metric = (name: string, target: object): object => ({ type: 'Resource', resource: { name, target } });

export const policies: readonly Sample[] = [
  { path: namespaced(rbac, 'rolebindings'), object: { metadata: { name: 'r' }, roleRef: role, subjects } },
  { path: `${rbac}/clusterrolebindings`, object: { metadata: { name: 'r' }, roleRef: role } },
  { path: namespaced(rbac, 'roles'), object: { metadata: { name: 'r' }, rules: [] } },
  {
    path: namespaced('/apis/policy/v1', 'poddisruptionbudgets'),
    object: { metadata: { name: 'min' }, spec: { minAvailable: '50%', selector } },
    status: { disruptionsAllowed: 2, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
  },
  {
    path: namespaced('/apis/policy/v1', 'poddisruptionbudgets'),
    object: { metadata: { name: 'max' }, spec: { maxUnavailable: 1, selector } },
  },
  {
    path: `${admission}/mutatingwebhookconfigurations`,
    object: { metadata: { name: 'w' }, webhooks: [webhook] },
  },
  { path: `${admission}/validatingwebhookconfigurations`, object: { metadata: { name: 'w' } } },
  {
    path: `${admission}/validatingadmissionpolicies`,
    object: {
      metadata: { name: 'p' },
      spec: {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: constraints,
        validations: [{ expression: 'true' }],
      },
    },
  },
  {
    path: `${admission}/mutatingadmissionpolicies`,
    object: {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: constraints,
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      },
    },
  },
  {
    path: `${admission}/mutatingadmissionpolicybindings`,
    object: { metadata: { name: 'b' }, spec: { policyName: 'p' } },
  },
  binding('plain'),
  binding('named', { name: 'n', parameterNotFoundAction: 'Deny' }),
  binding('placed', { name: 'n', namespace: 'default', parameterNotFoundAction: 'Deny' }),
  {
    path: namespaced('/apis/autoscaling/v2', 'horizontalpodautoscalers'),
    object: {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 9,
        metrics: [
          metric('cpu', { type: 'Utilization', averageUtilization: 80 }),
          metric('memory', { type: 'AverageValue', averageValue: '100Mi' }),
          {
            type: 'Pods',
            pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } },
          },
        ],
      },
    },
    status: {
      currentReplicas: 3,
      desiredReplicas: 3,
      currentMetrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', current: { averageUtilization: 41, averageValue: '10m' } },
        },
      ],
      conditions: [],
    },
  },
  {
    path: namespaced('/apis/autoscaling/v1', 'horizontalpodautoscalers'),
    object: {
      metadata: { name: 'one' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 9,
        targetCPUUtilizationPercentage: 70,
      },
    },
  },
  {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    object: {
      metadata: { name: 'sample' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 5,
          limitResponse: { type: 'Queue', queuing: { queues: 8, handSize: 2, queueLengthLimit: 10 } },
        },
      },
    },
  },
  {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    object: {
      metadata: { name: 'rejects' },
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } } },
    },
  },
  {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
    object: {
      metadata: { name: 'sample' },
      spec: {
        matchingPrecedence: 900,
        priorityLevelConfiguration: { name: 'sample' },
        distinguisherMethod: { type: 'ByUser' },
      },
    },
  },
  { path: '/apis/resource.k8s.io/v1/deviceclasses', object: { metadata: { name: 'd' }, spec: {} } },
  {
    path: namespaced('/apis/resource.k8s.io/v1', 'resourceclaims'),
    object: {
      metadata: { name: 'c' },
      spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } },
    },
  },
  {
    path: namespaced('/apis/resource.k8s.io/v1', 'resourceclaimtemplates'),
    object: {
      metadata: { name: 'c' },
      spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } } },
    },
  },
  {
    path: '/apis/resource.k8s.io/v1/resourceslices',
    object: {
      metadata: { name: 's' },
      spec: {
        nodeName: 'node-1',
        driver: 'd.example',
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
        devices: [],
      },
    },
  },
];
