import type { Body } from './body.ts';
import { createdAt, hex, uidOf } from './hex.ts';

/** Returns a ConfigMap of 60 KB, with few long values that contain line breaks. */
export function configMapBody(index: number, resourceVersion: number): Body {
  return {
    metadata: {
      name: `settings-${hex(index, 10)}`,
      namespace: `namespace-${index % 40}`,
      uid: uidOf(index),
      resourceVersion: String(resourceVersion),
      creationTimestamp: createdAt(index),
      labels: { app: `service-${index % 97}`, 'app.kubernetes.io/managed-by': 'Helm' },
      managedFields: [
        {
          manager: 'helm',
          operation: 'Update',
          apiVersion: 'v1',
          time: createdAt(index),
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:data': { '.': {}, 'f:application.yaml': {}, 'f:rules.yaml': {}, 'f:logback.xml': {} },
          },
        },
      ],
    },
    data: {
      'application.yaml': lines(index, 740),
      'rules.yaml': lines(index + 1, 460),
      'logback.xml': lines(index + 2, 100),
    },
  };
}

const lines = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `service.pool-${i}.token: "${hex(seed + i, 16)}"\n`).join('');
