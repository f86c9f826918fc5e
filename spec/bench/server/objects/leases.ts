import type { Body } from './body.ts';
import { createdAt, hex, uidOf } from './hex.ts';

/** Returns a Lease of half a kilobyte. With such small objects, the costs per object exceed the costs per byte. */
export function leaseBody(index: number, resourceVersion: number): Body {
  const name = `node-${hex(index, 6)}`;
  return {
    metadata: {
      name,
      namespace: `namespace-${index % 40}`,
      uid: uidOf(index),
      resourceVersion: String(resourceVersion),
      creationTimestamp: createdAt(index),
      managedFields: [
        {
          manager: 'kubelet',
          operation: 'Update',
          apiVersion: 'coordination.k8s.io/v1',
          time: createdAt(index),
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': { 'f:holderIdentity': {}, 'f:renewTime': {} } },
        },
      ],
    },
    spec: {
      holderIdentity: name,
      leaseDurationSeconds: 40,
      renewTime: createdAt(resourceVersion).replace('Z', '.000000Z'),
    },
  };
}
