import { namespaced, ofCluster, selector, type Valid } from './valid.ts';

/** Valid volumes, volume claims and storage classes. */
export const storage: readonly Valid[] = [
  namespaced('v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      volumeMode: 'Filesystem',
      storageClassName: 'fast',
      resources: { requests: { storage: '1Gi' } },
    },
  }),
  ofCluster('v1', 'persistentvolumes', 'PersistentVolume', {
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/x' },
    },
  }),
  ofCluster('storage.k8s.io/v1', 'storageclasses', 'StorageClass', {
    provisioner: 'x.example/y',
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
  }),
  namespaced(
    'v1',
    'persistentvolumeclaims',
    'PersistentVolumeClaim',
    {
      spec: {
        accessModes: ['ReadWriteOncePod'],
        selector,
        resources: { requests: { storage: '1Gi' } },
        dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' },
      },
    },
    'of a snapshot',
  ),
  ofCluster(
    'v1',
    'persistentvolumes',
    'PersistentVolume',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany'],
        storageClassName: 'fast',
        volumeMode: 'Block',
        claimRef: { namespace: 'n', name: 'c' },
        csi: { driver: 'x.example', volumeHandle: 'h', nodePublishSecretRef: { name: 's', namespace: 'n' } },
      },
    },
    'of a driver',
  ),
  ofCluster(
    'v1',
    'persistentvolumes',
    'PersistentVolume',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Delete',
        local: { path: '/x' },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
          },
        },
      },
    },
    'of a node',
  ),
  ofCluster(
    'v1',
    'persistentvolumes',
    'PersistentVolume',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany'],
        nfs: { server: 'a.example', path: '/x' },
      },
    },
    'of a server',
  ),
  ofCluster(
    'storage.k8s.io/v1',
    'storageclasses',
    'StorageClass',
    {
      provisioner: 'x.example/y',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
      parameters: { a: 'b' },
      mountOptions: ['ro'],
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
    },
    'of a zone',
  ),
];
