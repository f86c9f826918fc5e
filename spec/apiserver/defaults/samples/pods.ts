import { container, labels, namespaced, type Sample } from '../../tables/samples/sample.ts';

const pod = (name: string, spec: object, metadata: object = {}): Sample => ({
  path: namespaced('/api/v1', 'pods'),
  object: { metadata: { name, ...metadata }, spec: { containers: [container], ...spec } },
});
const image = (name: string, image: string): object => ({ name, image });
const limits = { cpu: '1500m', memory: '1024Mi', 'hugepages-2Mi': '4Mi' };

/** Sample pods with each field for which the server sets a default. */
export const pods: readonly Sample[] = [
  pod('images', {
    containers: [
      image('none', 'example/a'),
      image('latest', 'example/a:latest'),
      image('tagged', 'host.example:5000/a:1'),
      image('port', 'host.example:5000/a'),
      image('digest', `example/a@sha256:${'a'.repeat(64)}`),
      image('both', `example/a:latest@sha256:${'a'.repeat(64)}`),
      { ...container, imagePullPolicy: 'Never', terminationMessagePath: '/log' },
    ],
  }),
  pod('probes', {
    containers: [
      {
        ...container,
        ports: [{ containerPort: 80 }, { name: 'dns', containerPort: 53, protocol: 'UDP' }],
        livenessProbe: { httpGet: { port: 80 } },
        readinessProbe: { tcpSocket: { port: 'http' }, timeoutSeconds: 0, periodSeconds: 7 },
        startupProbe: { grpc: { port: 90 }, initialDelaySeconds: 0, failureThreshold: 30 },
        lifecycle: {
          postStart: { exec: { command: ['a'] } },
          preStop: { httpGet: { path: '/stop', port: 'http', scheme: 'HTTPS' } },
        },
      },
    ],
  }),
  pod('resources', {
    containers: [
      { ...container, resources: { limits } },
      { ...container, name: 'some', resources: { limits, requests: { cpu: 0.5, memory: '1e9' } } },
      { ...container, name: 'tiny', resources: { requests: { cpu: '0.1m', memory: '128974848' } } },
    ],
    initContainers: [{ ...container, name: 'init', resources: { limits: { cpu: 2, memory: '1.5Gi' } } }],
  }),
  pod('guaranteed', {
    containers: [{ ...container, resources: { limits: { cpu: '1', memory: '1Gi' } } }],
  }),
  pod('pod-level', {
    resources: { limits: { cpu: '2', memory: '2Gi' } },
    containers: [{ ...container, resources: { requests: { cpu: '500m' } } }],
  }),
  pod('host', {
    hostNetwork: true,
    hostPID: true,
    containers: [{ ...container, ports: [{ containerPort: 80 }, { containerPort: 81, hostPort: 81 }] }],
  }),
  pod('off', {
    hostNetwork: false,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    shareProcessNamespace: false,
    setHostnameAsFQDN: false,
    priority: 0,
    terminationGracePeriodSeconds: 0,
    dnsPolicy: '',
    restartPolicy: '',
    nodeName: '',
    hostname: '',
    nodeSelector: {},
    tolerations: [],
    containers: [{ ...container, stdin: false, tty: false, command: [], workingDir: '' }],
  }),
  pod('account', { serviceAccountName: 'worker', imagePullSecrets: [{ name: 'registry' }] }),
  pod('old-account', { serviceAccount: 'worker' }),
  pod('tolerant', {
    tolerations: [
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
      { key: 'other', value: 'x' },
    ],
  }),
  pod('tolerates-all', { tolerations: [{ operator: 'Exists' }] }),
  pod('waiting', { schedulingGates: [{ name: 'example.com/wait' }] }),
  pod('critical', { priorityClassName: 'system-cluster-critical' }),
  pod('environment', {
    containers: [
      {
        ...container,
        env: [
          { name: 'A', value: '' },
          { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
          { name: 'D', valueFrom: { configMapKeyRef: { name: 'c', key: 'k', optional: false } } },
          { name: 'E', valueFrom: { secretKeyRef: { key: 'k', name: 's' } } },
        ],
        envFrom: [{ secretRef: { name: 's' } }],
        securityContext: { runAsUser: 0, privileged: false, capabilities: { drop: ['ALL'] } },
        volumeMounts: [{ name: 'v', mountPath: '/v', readOnly: false, subPath: '' }],
      },
    ],
    volumes: [{ name: 'v' }],
    securityContext: { runAsNonRoot: true, fsGroup: 0, supplementalGroups: [] },
  }),
  pod('volumes', {
    volumes: [
      { name: 'secret', secret: { secretName: 's' } },
      { name: 'config', configMap: { name: 'c', items: [{ key: 'a', path: 'a' }] } },
      { name: 'mode', configMap: { name: 'c', defaultMode: 256, optional: true } },
      { name: 'down', downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
      { name: 'host', hostPath: { path: '/var' } },
      { name: 'empty', emptyDir: { sizeLimit: '1024Mi' } },
      { name: 'claim', persistentVolumeClaim: { claimName: 'data', readOnly: false } },
      { name: 'iscsi', iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.example:x', lun: 0 } },
      { name: 'rbd', rbd: { monitors: ['m'], image: 'i' } },
      { name: 'azure', azureDisk: { diskName: 'd', diskURI: 'https://a.blob.core.windows.net/b/d.vhd' } },
      { name: 'scale', scaleIO: { gateway: 'g', system: 's', secretRef: { name: 'x' }, volumeName: 'v' } },
      { name: 'image', image: { reference: 'example/a' } },
      {
        name: 'projected',
        projected: {
          sources: [
            { serviceAccountToken: { path: 'token' } },
            { downwardAPI: { items: [{ path: 'n', fieldRef: { fieldPath: 'metadata.name' } }] } },
            { configMap: { name: 'c' } },
          ],
        },
      },
      {
        name: 'ephemeral',
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } },
          },
        },
      },
    ],
  }),
  pod(
    'affine',
    {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              topologyKey: 'zone',
              labelSelector: { matchLabels: { app: 'web' } },
              matchLabelKeys: ['tier'],
            },
          ],
        },
      },
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app: 'web' } },
          matchLabelKeys: ['tier'],
        },
      ],
    },
    { labels },
  ),
];
