import { describe, expect, it } from '@jest/globals';
import { StatusError } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';

const container = { name: 'c', image: 'i' };
const template = {
  metadata: { labels: { app: 'a' } },
  spec: { restartPolicy: 'Never', containers: [container] },
};

type Named = readonly [group: string, resource: string, namespaced: boolean, kind: string];
const pod: Named = ['', 'pods', true, 'Pod'];
const job: Named = ['batch', 'jobs', true, 'Job'];
const claim: Named = ['', 'persistentvolumeclaims', true, 'PersistentVolumeClaim'];
const volume: Named = ['', 'persistentvolumes', false, 'PersistentVolume'];
const secret: Named = ['', 'secrets', true, 'Secret'];
const configMap: Named = ['', 'configmaps', true, 'ConfigMap'];
const storageClass: Named = ['storage.k8s.io', 'storageclasses', false, 'StorageClass'];
const priorityClass: Named = ['scheduling.k8s.io', 'priorityclasses', false, 'PriorityClass'];

const podSpec = {
  containers: [container],
  activeDeadlineSeconds: 100,
  tolerations: [{ key: 'a', operator: 'Exists' }],
};
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const volumeSpec = {
  capacity: { storage: '1Gi' },
  accessModes: ['ReadWriteOnce'],
  hostPath: { path: '/a' },
};

/**
 * Returns the message with which the server refuses a merge patch. Returns `undefined` if the server accepts the
 * patch.
 */
function patched([group, resource, namespaced]: Named, object: object, patch: object): string | undefined {
  const server = createApiServer();
  const described = { group, version: 'v1', resource };
  const place = namespaced ? { namespace: 'default' } : {};
  server.objects.create(described, { ...object, metadata: { name: 'a', ...place } });
  try {
    server.objects.patch(described, namespaced ? 'default/a' : 'a', patch);
    return undefined;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return error.message;
  }
}

const claimIsFixed = 'spec: Forbidden: spec is immutable after creation except resources.requests';
const whenSet = 'Forbidden: field is immutable when `immutable` is set';

describe('immutable fields', () => {
  it.each<[Named, object, object, string]>([
    [
      pod,
      { spec: { ...podSpec, nodeName: 'a' } },
      { spec: { nodeName: 'b' } },
      'spec: Forbidden: pod updates may not change fields other than',
    ],
    [
      pod,
      { spec: podSpec },
      { spec: { terminationGracePeriodSeconds: 1 } },
      'spec: Forbidden: pod updates may not',
    ],
    [
      pod,
      { spec: podSpec },
      { spec: { containers: [{ ...container, args: ['x'] }] } },
      'spec: Forbidden: pod updates may',
    ],
    [
      pod,
      { spec: podSpec },
      { spec: { containers: [container, { name: 'd', image: 'i' }] } },
      'spec.containers: Forbidden: pod updates may not add or remove containers',
    ],
    [
      pod,
      { spec: podSpec },
      { spec: { activeDeadlineSeconds: 200 } },
      'Invalid value: 200: must be less than or equal to previous value',
    ],
    [
      pod,
      { spec: podSpec },
      { spec: { activeDeadlineSeconds: null } },
      'Invalid value: null: must not update from a positive integer to nil value',
    ],
    [
      pod,
      { spec: podSpec },
      { spec: { tolerations: [] } },
      'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
    ],
    [
      pod,
      { spec: podSpec },
      { spec: { schedulingGates: [{ name: 'g' }] } },
      "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'g'",
    ],
    [
      job,
      { spec: { template } },
      { spec: { completions: 5 } },
      'spec.completions: Invalid value: 5: field is immutable',
    ],
    [
      job,
      { spec: { template } },
      { spec: { template: { spec: { restartPolicy: 'OnFailure' } } } },
      'spec.template: Invalid value',
    ],
    [
      job,
      { spec: { template, completions: 2, completionMode: 'Indexed' } },
      { spec: { completions: 3 } },
      'spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism',
    ],
    [claim, { spec: claimSpec }, { spec: { accessModes: ['ReadWriteMany'] } }, claimIsFixed],
    [claim, { spec: claimSpec }, { spec: { resources: { requests: { storage: '2Gi' } } } }, claimIsFixed],
    [
      volume,
      { spec: volumeSpec },
      { spec: { hostPath: { path: '/b' } } },
      'spec.persistentvolumesource is immutable after creation',
    ],
    [secret, {}, { type: 'x' }, 'type: Invalid value: "x": field is immutable'],
    [secret, { immutable: true }, { data: { a: 'YQ==' } }, `data: ${whenSet}`],
    [secret, { immutable: true }, { immutable: false }, `immutable: ${whenSet}`],
    [configMap, { immutable: true }, { data: { a: 'b' } }, `data: ${whenSet}`],
    [configMap, { immutable: true }, { binaryData: { a: 'YQ==' } }, `binaryData: ${whenSet}`],
    [configMap, { immutable: true }, { immutable: null }, `immutable: ${whenSet}`],
    [
      storageClass,
      { provisioner: 'a' },
      { provisioner: 'b' },
      'provisioner: Invalid value: "b": field is immutable',
    ],
    [
      storageClass,
      { provisioner: 'a' },
      { reclaimPolicy: 'Retain' },
      'reclaimPolicy: Invalid value: "Retain": field',
    ],
    [priorityClass, { value: 5 }, { value: 6 }, 'value: Forbidden: may not be changed in an update.'],
    [
      priorityClass,
      { value: 5 },
      { preemptionPolicy: 'Never' },
      'preemptionPolicy: Invalid value: "Never": field',
    ],
  ])('should refuse to change %j of %j to %j', (kind, object, patch, message) => {
    expect(patched(kind, object, patch)).toContain(message);
  });

  it.each<[Named, object, object]>([
    [pod, { spec: podSpec }, { spec: { containers: [{ ...container, image: 'j' }] } }],
    [pod, { spec: podSpec }, { spec: { activeDeadlineSeconds: 50 } }],
    [
      pod,
      { spec: podSpec },
      { spec: { tolerations: [...podSpec.tolerations, { key: 'b', operator: 'Exists' }] } },
    ],
    [pod, { spec: { ...podSpec, terminationGracePeriodSeconds: 30 } }, { metadata: { labels: { a: 'b' } } }],
    [pod, { spec: { ...podSpec, schedulingGates: [{ name: 'g' }] } }, { spec: { schedulingGates: null } }],
    [pod, { spec: { ...podSpec, schedulingGates: [{ name: 'g' }] } }, { spec: { nodeSelector: { a: 'b' } } }],
    [job, { spec: { template } }, { spec: { parallelism: 2, suspend: true } }],
    [
      job,
      { spec: { template, suspend: true } },
      { spec: { template: { spec: { nodeSelector: { a: 'b' } } } } },
    ],
    [
      job,
      { spec: { template, completions: 2, parallelism: 2, completionMode: 'Indexed' } },
      { spec: { completions: 3, parallelism: 3 } },
    ],
    [claim, { spec: claimSpec }, { spec: { volumeName: 'v' } }],
    [volume, { spec: volumeSpec }, { spec: { capacity: { storage: '2Gi' } } }],
    [secret, { immutable: true }, { metadata: { labels: { a: 'b' } } }],
    [configMap, {}, { immutable: true, data: { a: 'b' } }],
    [storageClass, { provisioner: 'a' }, { allowVolumeExpansion: true }],
    [priorityClass, { value: 5 }, { description: 'd' }],
  ])('should allow %j of %j to become %j', (kind, object, patch) => {
    expect(patched(kind, object, patch)).toBeUndefined();
  });
});
