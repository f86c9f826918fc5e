import type { Body } from '../server.ts';

/** An object that both servers take, and where it is posted. */
export interface Valid {
  readonly path: string;
  readonly object: Body;
}

const labels = { app: 'x' };
const namespaced = (group: string, plural: string): string => `${group}/namespaces/differential/${plural}`;

const container = {
  name: 'web',
  image: 'web:1',
  imagePullPolicy: 'Always',
  ports: [
    { name: 'http', containerPort: 80, protocol: 'TCP' },
    { name: 'admin', containerPort: 81 },
  ],
  env: [
    { name: 'A', value: '1' },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'C', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } },
    { name: 'D', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
    { name: 'E', valueFrom: { fileKeyRef: { volumeName: 'data', path: 'e.env', key: 'K' } } },
  ],
  envFrom: [{ prefix: 'P_', configMapRef: { name: 'c' } }],
  resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } },
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
  livenessProbe: { httpGet: { path: '/', port: 'http', scheme: 'HTTP' }, periodSeconds: 10 },
  readinessProbe: { tcpSocket: { port: 80 }, timeoutSeconds: 1, failureThreshold: 3 },
  lifecycle: { preStop: { exec: { command: ['x'] } } },
  securityContext: { runAsUser: 1_000, capabilities: { add: ['NET_ADMIN'] } },
};

const podSpec = {
  restartPolicy: 'Always',
  containers: [container],
  initContainers: [{ name: 'init', image: 'init:1' }],
  volumes: [
    { name: 'data', emptyDir: {} },
    { name: 'config', configMap: { name: 'c', items: [{ key: 'k', path: 'p' }], defaultMode: 420 } },
    { name: 'secret', secret: { secretName: 's' } },
    { name: 'claim', persistentVolumeClaim: { claimName: 'p' } },
    { name: 'host', hostPath: { path: '/x', type: 'Directory' } },
  ],
  tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' }],
  nodeSelector: { disk: 'ssd' },
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { labelSelector: { matchLabels: labels }, topologyKey: 'zone' } },
      ],
    },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: labels },
    },
  ],
  imagePullSecrets: [{ name: 'pull' }],
  hostAliases: [{ ip: '10.0.0.1', hostnames: ['a.example'] }],
  securityContext: { fsGroup: 1, runAsNonRoot: true },
};

const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
const finite = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
const selector = { matchLabels: labels };
const stateful = {
  ...template,
  spec: {
    hostname: 'Replaced!',
    containers: [{ name: 'web', image: 'web:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
  },
};

const of = (apiVersion: string, kind: string, rest: Body): Body => ({
  apiVersion,
  kind,
  metadata: { name: 'valid' },
  ...rest,
});

/** One or more of every common kind. */
export const validObjects: readonly Valid[] = [
  { path: namespaced('/api/v1', 'pods'), object: of('v1', 'Pod', { spec: podSpec }) },
  {
    path: namespaced('/apis/apps/v1', 'deployments'),
    object: of('apps/v1', 'Deployment', {
      spec: {
        replicas: 2,
        selector,
        template,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
        minReadySeconds: 1,
        revisionHistoryLimit: 3,
        progressDeadlineSeconds: 60,
      },
    }),
  },
  {
    path: namespaced('/apis/apps/v1', 'statefulsets'),
    object: of('apps/v1', 'StatefulSet', {
      spec: {
        replicas: 2,
        serviceName: 'x',
        selector,
        template: stateful,
        podManagementPolicy: 'Parallel',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    }),
  },
  {
    path: namespaced('/apis/apps/v1', 'daemonsets'),
    object: of('apps/v1', 'DaemonSet', {
      spec: {
        selector,
        template,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
      },
    }),
  },
  {
    path: namespaced('/apis/batch/v1', 'jobs'),
    object: of('batch/v1', 'Job', {
      spec: { template: finite, backoffLimit: 1, completions: 2, parallelism: 1, activeDeadlineSeconds: 10 },
    }),
  },
  {
    path: namespaced('/apis/batch/v1', 'cronjobs'),
    object: of('batch/v1', 'CronJob', {
      spec: {
        schedule: '*/5 * * * *',
        timeZone: 'Europe/Berlin',
        concurrencyPolicy: 'Forbid',
        successfulJobsHistoryLimit: 1,
        startingDeadlineSeconds: 10,
        jobTemplate: { spec: { template: finite } },
      },
    }),
  },
  {
    path: namespaced('/api/v1', 'services'),
    object: of('v1', 'Service', {
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
  },
  {
    path: namespaced('/apis/networking.k8s.io/v1', 'ingresses'),
    object: of('networking.k8s.io/v1', 'Ingress', {
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
  },
  {
    path: namespaced('/apis/networking.k8s.io/v1', 'networkpolicies'),
    object: of('networking.k8s.io/v1', 'NetworkPolicy', {
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
  },
  {
    path: namespaced('/api/v1', 'configmaps'),
    object: of('v1', 'ConfigMap', { data: { a: 'b' }, binaryData: { c: 'eA==' } }),
  },
  {
    path: namespaced('/api/v1', 'secrets'),
    object: of('v1', 'Secret', { type: 'Opaque', data: { a: 'eA==' } }),
  },
  {
    path: namespaced('/api/v1', 'persistentvolumeclaims'),
    object: of('v1', 'PersistentVolumeClaim', {
      spec: {
        accessModes: ['ReadWriteOnce'],
        volumeMode: 'Filesystem',
        storageClassName: 'fast',
        resources: { requests: { storage: '1Gi' } },
      },
    }),
  },
  {
    path: namespaced('/apis/autoscaling/v2', 'horizontalpodautoscalers'),
    object: of('autoscaling/v2', 'HorizontalPodAutoscaler', {
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
  },
  {
    path: namespaced('/apis/policy/v1', 'poddisruptionbudgets'),
    object: of('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector } }),
  },
  {
    path: namespaced('/apis/rbac.authorization.k8s.io/v1', 'roles'),
    object: of('rbac.authorization.k8s.io/v1', 'Role', {
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    }),
  },
  {
    path: namespaced('/apis/rbac.authorization.k8s.io/v1', 'rolebindings'),
    object: of('rbac.authorization.k8s.io/v1', 'RoleBinding', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' },
      subjects: [{ kind: 'ServiceAccount', name: 'x', namespace: 'differential' }],
    }),
  },
  {
    path: namespaced('/apis/coordination.k8s.io/v1', 'leases'),
    object: of('coordination.k8s.io/v1', 'Lease', {
      spec: { holderIdentity: 'x', leaseDurationSeconds: 15, leaseTransitions: 1 },
    }),
  },
  {
    path: namespaced('/api/v1', 'resourcequotas'),
    object: of('v1', 'ResourceQuota', {
      spec: { hard: { pods: '10', 'requests.cpu': '1' } },
    }),
  },
  {
    path: namespaced('/api/v1', 'limitranges'),
    object: of('v1', 'LimitRange', {
      spec: {
        limits: [{ type: 'Container', max: { cpu: '2' }, default: { cpu: '1' }, min: { cpu: '100m' } }],
      },
    }),
  },
  {
    path: '/apis/scheduling.k8s.io/v1/priorityclasses',
    object: of('scheduling.k8s.io/v1', 'PriorityClass', { value: 10, preemptionPolicy: 'Never' }),
  },
  {
    path: '/apis/storage.k8s.io/v1/storageclasses',
    object: of('storage.k8s.io/v1', 'StorageClass', {
      provisioner: 'x.example/y',
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    }),
  },
  {
    path: '/api/v1/persistentvolumes',
    object: of('v1', 'PersistentVolume', {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Retain',
        hostPath: { path: '/x' },
      },
    }),
  },
  {
    path: namespaced('/apis/discovery.k8s.io/v1', 'endpointslices'),
    object: of('discovery.k8s.io/v1', 'EndpointSlice', {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'] }],
      ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
    }),
  },
];
