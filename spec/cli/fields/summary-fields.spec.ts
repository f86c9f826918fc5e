import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { summaryFields } from '../../../src/cli/fields/summary-fields.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

const fieldsOf = (collection: string, fields: object): string => {
  const [resource = '', ...group] = collection.split('.');
  const object = kubeObject('shop/web', fields as Partial<KubeObject>);
  return summaryFields({ group: group.join('.'), resource }, object, now).join(' ');
};

describe('tellingFields', () => {
  it.each([
    [
      'deployments.apps',
      { spec: { replicas: 3 }, status: { readyReplicas: 2, updatedReplicas: 1 } },
      '2/3 ready 1 up-to-date',
    ],
    ['deployments.apps', { spec: {} }, '0/1 ready 0 up-to-date'],
    [
      'statefulsets.apps',
      { spec: { replicas: 2 }, status: { readyReplicas: 2, updatedReplicas: 2 } },
      '2/2 ready 2 up-to-date',
    ],
    ['replicasets.apps', { spec: { replicas: 0 }, status: {} }, '0/0 ready'],
    [
      'daemonsets.apps',
      { status: { numberReady: 1, desiredNumberScheduled: 2, updatedNumberScheduled: 2 } },
      '1/2 ready 2 up-to-date',
    ],
    [
      'nodes',
      {
        status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1.36.3' } },
      },
      'Ready v1.36.3',
    ],
    [
      'nodes',
      { spec: { unschedulable: true }, status: { conditions: [{ type: 'Ready', status: 'False' }] } },
      'NotReady SchedulingDisabled',
    ],
    ['nodes', {}, 'Unknown'],
    [
      'events',
      {
        type: 'Warning',
        reason: 'BackOff',
        involvedObject: { kind: 'Pod', name: 'web' },
        message: 'restarting',
      },
      'Warning BackOff Pod/web restarting',
    ],
    [
      'events.events.k8s.io',
      { type: 'Normal', reason: 'Pulled', regarding: { kind: 'Pod', name: 'web' }, note: 'an image' },
      'Normal Pulled Pod/web an image',
    ],
    ['events', {}, ''],
  ])('should show for %s %j: %s', (collection, object, expected) => {
    expect(fieldsOf(collection, object)).toBe(expected);
  });

  it.each([
    [{ status: { phase: 'Active' } }, 'Active 0 labels'],
    [{ metadata: { labels: { a: 'b' }, creationTimestamp: '2026-11-21T11:58:59Z' } }, 'age 61s 1 label'],
    [{ metadata: { creationTimestamp: '2026-11-21T10:01:00Z' } }, 'age 119m 0 labels'],
    [{ metadata: { creationTimestamp: '2026-11-20T00:00:00Z' } }, 'age 36h 0 labels'],
    [{ metadata: { creationTimestamp: '2026-11-01T00:00:00Z' } }, 'age 20d 0 labels'],
    [{ metadata: { creationTimestamp: '2026-11-21T12:00:05Z' } }, 'age 0s 0 labels'],
    [{ status: { conditions: [{ type: 'Ready', status: 'False' }] } }, 'not Ready 0 labels'],
    [
      { status: { conditions: [null, { type: 'Other' }, { type: 'Available', status: 'True' }] } },
      'Available 0 labels',
    ],
    [
      { metadata: { deletionTimestamp: '2026-11-21T12:00:00Z' }, status: { phase: 'Active' } },
      'Terminating 0 labels',
    ],
    [{ status: 'fine' }, '0 labels'],
  ])('should show the common fields of any object: %j as %s', (object, expected) => {
    expect(fieldsOf('widgets.example.com', object)).toBe(expected);
  });

  it('should not treat a collection of another group as a known one', () => {
    expect(fieldsOf('pods.metrics.k8s.io', { spec: { nodeName: 'n1' } })).toBe('0 labels');
  });

  it('should show nothing for an object with a wrong shape for its kind', () => {
    expect(fieldsOf('pods', { status: { containerStatuses: 3 } })).toBe('');
    expect(fieldsOf('nodes', { status: { conditions: [null] } })).toBe('');
  });
});
