import { describe, expect, it } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import type { Pod } from 'rx-informer/kinds';
import { podFields } from '../../../src/cli/fields/pod-fields.ts';

const pod = (fields: object): Pod => kubeObject<Pod>('shop/web', fields);
const container = (state: object, more: object = {}): object => ({
  ready: false,
  restartCount: 0,
  state,
  ...more,
});
const spec = { nodeName: 'worker-1', containers: [{ name: 'web' }] };

describe('podFields', () => {
  it.each([
    [
      'runs',
      { phase: 'Running', containerStatuses: [container({ running: {} }, { ready: true })] },
      '1/1 Running on worker-1',
    ],
    [
      'restarted',
      { phase: 'Running', containerStatuses: [container({ running: {} }, { restartCount: 3 })] },
      '0/1 Running restarts 3 on worker-1',
    ],
    [
      'crashes',
      {
        phase: 'Running',
        containerStatuses: [container({ waiting: { reason: 'CrashLoopBackOff' } }, { restartCount: 1 })],
      },
      '0/1 CrashLoopBackOff restarts 1 on worker-1',
    ],
    [
      'is done',
      {
        phase: 'Succeeded',
        containerStatuses: [container({ terminated: { reason: 'Completed', exitCode: 0 } })],
      },
      '0/1 Completed on worker-1',
    ],
    [
      'failed',
      { phase: 'Failed', containerStatuses: [container({ terminated: { exitCode: 2 } })] },
      '0/1 ExitCode:2 on worker-1',
    ],
    [
      'was killed',
      { phase: 'Failed', containerStatuses: [container({ terminated: { exitCode: 137, signal: 9 } })] },
      '0/1 Signal:9 on worker-1',
    ],
    ['was evicted', { phase: 'Failed', reason: 'Evicted' }, '0/1 Evicted on worker-1'],
    [
      'initialises',
      { phase: 'Pending', initContainerStatuses: [container({ running: {} })] },
      '0/1 Init:0/1 on worker-1',
    ],
    [
      'initialises, the first part done',
      {
        phase: 'Pending',
        initContainerStatuses: [
          container({ terminated: { exitCode: 0 } }),
          container({ waiting: { reason: 'PodInitializing' } }),
        ],
        containerStatuses: [container({ waiting: { reason: 'PodInitializing' } })],
      },
      '0/1 Init:1/2 on worker-1',
    ],
    [
      'cannot initialise',
      { phase: 'Pending', initContainerStatuses: [container({ waiting: { reason: 'ErrImagePull' } })] },
      '0/1 Init:ErrImagePull on worker-1',
    ],
    [
      'has a sidecar',
      { phase: 'Running', initContainerStatuses: [container({ running: {} }, { started: true })] },
      '0/1 Running on worker-1',
    ],
  ])('should describe a pod that %s', (_, status, expected) => {
    expect(podFields(pod({ spec, status })).join(' ')).toBe(expected);
  });

  it('should describe a pod that waits for a node, and an empty pod', () => {
    expect(podFields(pod({ spec: { containers: [{}, {}] }, status: { phase: 'Pending' } })).join(' ')).toBe(
      '0/2 Pending on no node',
    );
    expect(podFields(pod({})).join(' ')).toBe('0/0 Unknown on no node');
  });

  it('should show first that the pod is being deleted', () => {
    const metadata = { deletionTimestamp: '2026-11-21T12:00:00Z' };

    expect(podFields(pod({ metadata, spec, status: { phase: 'Running' } })).join(' ')).toBe(
      '0/1 Terminating on worker-1',
    );
  });
});
