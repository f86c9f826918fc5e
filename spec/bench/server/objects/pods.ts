import type { Body } from './body.ts';
import { createdAt, hex, uidOf } from './hex.ts';

/**
 * Returns a pod in the format of a kube-apiserver: 5.0 KB of JSON, with the keys in the order in which Go writes them.
 * Of the 5.0 KB, 1.7 KB are managedFields.
 */
export function podBody(index: number, resourceVersion: number): Body {
  const app = `service-${index % 97}`;
  const replicaSet = `${app}-${hex(index, 10)}`;
  const name = `${replicaSet}-${hex(index * 7, 5)}`;
  const node = `node-${index % 211}.eu-central-1.compute.internal`;
  const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const time = createdAt(index);
  const image = `registry.example.com/shop/${app}:1.${index % 50}.${index % 7}`;

  const metadata = {
    name,
    generateName: `${replicaSet}-`,
    namespace: `namespace-${index % 40}`,
    uid: uidOf(index),
    resourceVersion: String(resourceVersion),
    generation: 1,
    creationTimestamp: time,
    labels: {
      app,
      'app.kubernetes.io/component': 'backend',
      'app.kubernetes.io/managed-by': 'Helm',
      'pod-template-hash': hex(index, 10),
    },
    annotations: {
      'checksum/config': hex(index * 31, 64),
      'cni.projectcalico.org/podIP': `${address}/32`,
      'prometheus.io/scrape': 'true',
    },
    ownerReferences: [
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: replicaSet,
        uid: uidOf(index + 1_000_000),
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
    managedFields: managedFields(time, uidOf(index + 1_000_000)),
  };
  const spec = {
    volumes: [
      { name: 'config', configMap: { name: `${app}-config`, defaultMode: 420 } },
      {
        name: `kube-api-access-${hex(index, 5)}`,
        projected: {
          sources: [
            { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
            { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          ],
          defaultMode: 420,
        },
      },
    ],
    containers: [
      {
        name: 'main',
        image,
        args: ['--listen', ':8080', '--config', '/etc/shop/config.yaml'],
        ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
        env: [
          { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
          { name: 'LOG_LEVEL', value: index % 3 === 0 ? 'debug' : 'info' },
        ],
        resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
        volumeMounts: [
          { name: 'config', readOnly: true, mountPath: '/etc/shop' },
          {
            name: `kube-api-access-${hex(index, 5)}`,
            readOnly: true,
            mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
          },
        ],
        livenessProbe: {
          httpGet: { path: '/healthz', port: 'http', scheme: 'HTTP' },
          timeoutSeconds: 1,
          periodSeconds: 10,
        },
        terminationMessagePath: '/dev/termination-log',
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: app,
    nodeName: node,
    securityContext: {},
    tolerations: [
      {
        key: 'node.kubernetes.io/not-ready',
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      },
    ],
    schedulerName: 'default-scheduler',
    priority: 0,
    enableServiceLinks: true,
  };
  const status = {
    phase: 'Running',
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
      type,
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: time,
    })),
    hostIP: `192.168.${(index >> 8) & 255}.${index % 211}`,
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: time,
    containerStatuses: [
      {
        name: 'main',
        state: { running: { startedAt: time } },
        lastState: {},
        ready: true,
        restartCount: index % 5,
        image,
        imageID: `registry.example.com/shop/${app}@sha256:${hex(index * 13, 64)}`,
        containerID: `containerd://${hex(index * 17, 64)}`,
        started: true,
      },
    ],
    qosClass: 'Burstable',
  };
  return { metadata, spec, status };
}

function managedFields(time: string, owner: string): object[] {
  const leaf = {};
  return [
    {
      manager: 'kube-controller-manager',
      operation: 'Update',
      apiVersion: 'v1',
      time,
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:metadata': {
          'f:annotations': { '.': leaf, 'f:checksum/config': leaf, 'f:prometheus.io/scrape': leaf },
          'f:generateName': leaf,
          'f:labels': {
            '.': leaf,
            'f:app': leaf,
            'f:app.kubernetes.io/component': leaf,
            'f:app.kubernetes.io/managed-by': leaf,
            'f:pod-template-hash': leaf,
          },
          'f:ownerReferences': { '.': leaf, [`k:{"uid":"${owner}"}`]: leaf },
        },
        'f:spec': {
          'f:containers': {
            'k:{"name":"main"}': {
              '.': leaf,
              'f:args': leaf,
              'f:env': {
                '.': leaf,
                'k:{"name":"LOG_LEVEL"}': { '.': leaf, 'f:name': leaf, 'f:value': leaf },
              },
              'f:image': leaf,
              'f:imagePullPolicy': leaf,
              'f:livenessProbe': leaf,
              'f:name': leaf,
              'f:ports': {
                '.': leaf,
                'k:{"containerPort":8080,"protocol":"TCP"}': { '.': leaf, 'f:name': leaf },
              },
              'f:resources': leaf,
              'f:volumeMounts': leaf,
            },
          },
          'f:dnsPolicy': leaf,
          'f:restartPolicy': leaf,
          'f:serviceAccountName': leaf,
        },
      },
    },
    {
      manager: 'calico',
      operation: 'Update',
      apiVersion: 'v1',
      time,
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:metadata': { 'f:annotations': { 'f:cni.projectcalico.org/podIP': leaf } } },
      subresource: 'status',
    },
    {
      manager: 'kubelet',
      operation: 'Update',
      apiVersion: 'v1',
      time,
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:status': {
          'f:conditions': {
            'k:{"type":"ContainersReady"}': { '.': leaf, 'f:lastTransitionTime': leaf, 'f:status': leaf },
            'k:{"type":"Initialized"}': { '.': leaf, 'f:lastTransitionTime': leaf, 'f:status': leaf },
            'k:{"type":"Ready"}': { '.': leaf, 'f:lastTransitionTime': leaf, 'f:status': leaf },
          },
          'f:containerStatuses': leaf,
          'f:phase': leaf,
          'f:podIP': leaf,
          'f:podIPs': { '.': leaf, 'k:{"ip":"10.0.0.1"}': { '.': leaf, 'f:ip': leaf } },
        },
      },
      subresource: 'status',
    },
  ];
}
