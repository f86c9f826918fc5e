import { labels, namespaced, selector, type Valid } from './valid.ts';

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

const scheduled = {
  hostname: 'host',
  subdomain: 'sub',
  nodeName: 'n',
  activeDeadlineSeconds: 10,
  serviceAccountName: 'builder',
  hostNetwork: true,
  dnsPolicy: 'None',
  dnsConfig: { nameservers: ['10.0.0.1'], searches: ['a.example'], options: [{ name: 'ndots', value: '2' }] },
  readinessGates: [{ conditionType: 'example.com/ready' }],
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          {
            matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }],
            matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }],
          },
        ],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: 'cpu', operator: 'Gt', values: ['4'] }] } },
      ],
    },
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: selector, topologyKey: 'zone', namespaces: ['other'], namespaceSelector: selector },
      ],
    },
  },
  securityContext: {
    runAsUser: 1,
    runAsGroup: 1,
    supplementalGroups: [1],
    seccompProfile: { type: 'RuntimeDefault' },
    fsGroupChangePolicy: 'Always',
    sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }],
  },
  containers: [
    {
      name: 'web',
      image: 'web:1',
      workingDir: '/x',
      command: ['x'],
      args: ['y'],
      terminationMessagePath: '/dev/end',
      terminationMessagePolicy: 'File',
      ports: [{ name: 'http', containerPort: 80, hostPort: 80, protocol: 'TCP' }],
      resources: {
        limits: { cpu: '2', memory: '1Gi', 'example.com/gpu': '1' },
        requests: { cpu: '1', 'example.com/gpu': '1', 'ephemeral-storage': '1Gi' },
      },
      env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } }],
      envFrom: [{ secretRef: { name: 's' } }],
      livenessProbe: { grpc: { port: 80, service: 'x' }, terminationGracePeriodSeconds: 3 },
      startupProbe: { exec: { command: ['x'] }, initialDelaySeconds: 1, successThreshold: 1 },
      lifecycle: {
        postStart: { httpGet: { path: '/', port: 80, httpHeaders: [{ name: 'A', value: 'b' }] } },
      },
      securityContext: {
        privileged: true,
        allowPrivilegeEscalation: true,
        procMount: 'Default',
        seccompProfile: { type: 'Localhost', localhostProfile: 'x' },
      },
    },
  ],
  initContainers: [{ name: 'sidecar', image: 'x', restartPolicy: 'Always' }],
};

const stored = {
  serviceAccountName: 'default',
  containers: [
    {
      name: 'web',
      image: 'web:1',
      volumeMounts: [
        { name: 'cache', mountPath: '/cache', subPath: 'a', mountPropagation: 'None' },
        { name: 'all', mountPath: '/all', readOnly: true, subPathExpr: '$(A)' },
      ],
      volumeDevices: [{ name: 'block', devicePath: '/dev/x' }],
    },
  ],
  volumes: [
    { name: 'cache', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
    {
      name: 'all',
      projected: {
        defaultMode: 420,
        sources: [
          { configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
          { secret: { name: 's', items: [{ key: 'k', path: 'q' }] } },
          { downwardAPI: { items: [{ path: 'r', fieldRef: { fieldPath: 'metadata.labels' } }] } },
          { serviceAccountToken: { path: 'token', expirationSeconds: 3_600, audience: 'a' } },
        ],
      },
    },
    {
      name: 'down',
      downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.name' }, mode: 256 }] },
    },
    { name: 'nfs', nfs: { server: 'a.example', path: '/x' } },
    { name: 'csi', csi: { driver: 'x.example', fsType: 'ext4', nodePublishSecretRef: { name: 's' } } },
    { name: 'block', persistentVolumeClaim: { claimName: 'b' } },
    {
      name: 'own',
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  ],
};

/** Valid pods: common pods, and pods with fields for scheduling, security and volumes. */
export const pods: readonly Valid[] = [
  namespaced('v1', 'pods', 'Pod', { spec: podSpec }),
  namespaced('v1', 'pods', 'Pod', { spec: scheduled }, 'scheduled'),
  namespaced('v1', 'pods', 'Pod', { spec: stored }, 'with volumes'),
  namespaced('v1', 'podtemplates', 'PodTemplate', { template: { metadata: { labels }, spec: stored } }),
];
