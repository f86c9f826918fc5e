import { namespaced, type Sample } from './sample.ts';

const claimed = {
  accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
};

export const volumes: readonly Sample[] = [
  {
    path: '/api/v1/persistentvolumes',
    object: {
      metadata: { name: 'bound' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany', 'ReadOnlyMany'],
        hostPath: { path: '/x' },
        claimRef: { namespace: 'default', name: 'c' },
        storageClassName: 'fast',
        persistentVolumeReclaimPolicy: 'Delete',
      },
    },
    status: { phase: 'Bound', reason: 'Because' },
  },
  {
    path: '/api/v1/persistentvolumes',
    object: {
      metadata: { name: 'new' },
      spec: { capacity: { storage: '500Mi' }, accessModes: ['ReadWriteOncePod'], hostPath: { path: '/x' } },
    },
  },
  {
    path: namespaced('/api/v1', 'persistentvolumeclaims'),
    object: {
      metadata: { name: 'bound' },
      spec: { ...claimed, volumeName: 'bound', storageClassName: 'fast' },
    },
    status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] },
  },
  {
    path: namespaced('/api/v1', 'persistentvolumeclaims'),
    object: {
      metadata: { name: 'new', annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } },
      spec: { ...claimed, volumeMode: 'Block' },
    },
  },
  {
    path: '/apis/storage.k8s.io/v1/storageclasses',
    object: {
      metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'p',
      allowVolumeExpansion: true,
    },
  },
  {
    path: '/apis/storage.k8s.io/v1/storageclasses',
    object: {
      metadata: { name: 'slow' },
      provisioner: 'p',
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
  },
  {
    path: '/apis/storage.k8s.io/v1/volumeattributesclasses',
    object: { metadata: { name: 'v' }, driverName: 'd.example', parameters: { a: 'b' } },
  },
  {
    path: '/apis/storage.k8s.io/v1/volumeattachments',
    object: {
      metadata: { name: 'v' },
      spec: { attacher: 'd.example', nodeName: 'node-1', source: { persistentVolumeName: 'bound' } },
    },
    status: { attached: true },
  },
  {
    path: '/apis/storage.k8s.io/v1/csinodes',
    object: {
      metadata: { name: 'node-1' },
      spec: { drivers: [{ name: 'd.example', nodeID: 'n', topologyKeys: [] }] },
    },
  },
  { path: '/apis/storage.k8s.io/v1/csidrivers', object: { metadata: { name: 'd.example' }, spec: {} } },
  {
    path: '/apis/storage.k8s.io/v1/csidrivers',
    object: {
      metadata: { name: 'e.example' },
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        requiresRepublish: true,
        tokenRequests: [{ audience: 'a' }, { audience: 'b' }],
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
    },
  },
  {
    path: namespaced('/apis/storage.k8s.io/v1', 'csistoragecapacities'),
    object: { metadata: { name: 'c' }, storageClassName: 'fast', capacity: '1Gi' },
  },
];
