import { describe, expect, it } from '@jest/globals';
import type { Pod } from 'rx-informer/kinds';
import { kubeObject } from 'rx-informer/testing';
import {
  crashed,
  creating,
  isCrashed,
  isReady,
  running,
  unreachable,
} from '../../../src/cli/demo/pod-state.ts';

const [first, second, third] = ['2030-01-01T00:00:01Z', '2030-01-01T00:00:02Z', '2030-01-01T00:00:03Z'];

/** A pod with two containers. The second container has no image. */
const pod = (status?: Pod['status']): Pod => ({
  ...kubeObject('p', { metadata: { uid: '0aff01fe-0000-4000-8000-000000000000' } }),
  spec: { containers: [{ name: 'main', image: 'main:1' }, { name: 'side' }] },
  ...(status === undefined ? {} : { status }),
});
const container = (
  name: string,
  state?: object,
): NonNullable<NonNullable<Pod['status']>['containerStatuses']>[0] => ({
  name,
  image: '',
  imageID: '',
  ready: false,
  restartCount: 0,
  ...(state === undefined ? {} : { state }),
});
const conditions = (type: string, status: string): Pod['status'] => ({
  conditions: [
    { type: 'PodScheduled', status: 'True' },
    { type, status },
  ],
});

describe('isReady', () => {
  it.each([
    ['no status', undefined, false],
    ['no conditions', {}, false],
    ['the condition Ready', conditions('Ready', 'True'), true],
    ['the condition Ready with another status than True', conditions('Ready', 'False'), false],
    ['another condition', conditions('Initialized', 'True'), false],
  ])('should read the conditions of a pod: %s', (_, status, is) => {
    expect(isReady(pod(status))).toBe(is);
  });
});

describe('isCrashed', () => {
  it.each([
    ['no status', undefined, false],
    ['no containers', {}, false],
    ['a container without a state', { containerStatuses: [container('main')] }, false],
    ['a running container', { containerStatuses: [container('main', { running: {} })] }, false],
    [
      'a container that is being created',
      { containerStatuses: [container('main', { waiting: { reason: 'X' } })] },
      false,
    ],
    [
      'one of two containers, which waits after a crash',
      {
        containerStatuses: [
          container('main', { running: {} }),
          container('side', { waiting: { reason: 'CrashLoopBackOff' } }),
        ],
      },
      true,
    ],
  ])('should read the containers of a pod: %s', (_, status, is) => {
    expect(isCrashed(pod(status))).toBe(is);
  });
});

describe('creating', () => {
  it('should report that the pod is on a node, and that its containers wait for their images', () => {
    const state = { waiting: { reason: 'ContainerCreating' } };
    const common = { imageID: '', ready: false, started: false, restartCount: 0, state };

    expect(creating(pod(), first)).toStrictEqual({
      phase: 'Pending',
      startTime: first,
      conditions: [
        { type: 'PodScheduled', status: 'True', lastTransitionTime: first },
        { type: 'Ready', status: 'False', lastTransitionTime: first },
      ],
      containerStatuses: [
        { name: 'main', image: 'main:1', ...common },
        { name: 'side', image: '', ...common },
      ],
    });
  });

  it('should report no containers for a pod without any', () => {
    expect(creating(kubeObject('bare'), first).containerStatuses).toEqual([]);
  });
});

describe('running', () => {
  it('should report all containers as ready, and give the pod an address', () => {
    const common = {
      imageID: '',
      ready: true,
      started: true,
      restartCount: 0,
      state: { running: { startedAt: second } },
    };

    expect(running(pod(creating(pod(), first)), second)).toStrictEqual({
      phase: 'Running',
      startTime: first,
      podIP: '10.10.1.1', // the bytes of the address are the first bytes of the uid, modulo 254
      conditions: [
        { type: 'PodScheduled', status: 'True', lastTransitionTime: second },
        { type: 'Ready', status: 'True', lastTransitionTime: second },
      ],
      containerStatuses: [
        { name: 'main', image: 'main:1', ...common },
        { name: 'side', image: '', ...common },
      ],
    });
  });

  it('should keep the address and the start time', () => {
    const status = running(pod({ podIP: '10.9.9.9', startTime: first }), second);

    expect(status).toMatchObject({ podIP: '10.9.9.9', startTime: first });
  });

  it('should count a restart only after a crash', () => {
    const up = pod(running(pod(), first));
    const restarts = ({ containerStatuses }: NonNullable<Pod['status']>) =>
      containerStatuses?.map(({ restartCount }) => restartCount);

    expect(restarts(running(up, second))).toEqual([0, 0]);
    const down = pod(crashed(up, second));
    expect(restarts(down.status ?? {})).toEqual([0, 0]);
    const again = pod(running(down, third));
    expect(restarts(again.status ?? {})).toEqual([1, 1]);
    expect(restarts(running(pod(crashed(again, third)), third))).toEqual([2, 2]);
  });

  it('should count for each container by its name', () => {
    const side = { ...container('side', { waiting: { reason: 'CrashLoopBackOff' } }), restartCount: 4 };

    expect(running(pod({ containerStatuses: [side] }), second).containerStatuses).toMatchObject([
      { name: 'main', restartCount: 1 },
      { name: 'side', restartCount: 5 },
    ]);
  });

  it('should keep the last termination of a container', () => {
    const down = pod(crashed(pod(running(pod(), first)), second));

    expect(running(down, third).containerStatuses?.map(({ lastState }) => lastState)).toEqual([
      { terminated: { exitCode: 1, reason: 'Error', finishedAt: second } },
      { terminated: { exitCode: 1, reason: 'Error', finishedAt: second } },
    ]);
  });
});

describe('crashed', () => {
  it('should report that all containers ended with an error and wait, and keep the address', () => {
    const common = {
      imageID: '',
      ready: false,
      started: false,
      restartCount: 0,
      state: {
        waiting: { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' },
      },
      lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: second } },
    };

    expect(crashed(pod(running(pod(), first)), second)).toStrictEqual({
      phase: 'Running',
      startTime: first,
      podIP: '10.10.1.1',
      conditions: [
        { type: 'PodScheduled', status: 'True', lastTransitionTime: second },
        { type: 'Ready', status: 'False', lastTransitionTime: second },
      ],
      containerStatuses: [
        { name: 'main', image: 'main:1', ...common },
        { name: 'side', image: '', ...common },
      ],
    });
  });
});

describe('unreachable', () => {
  it('should report the pod as not ready, and keep the other fields', () => {
    const status = running(pod(), first);

    expect(unreachable(pod(status), second)).toStrictEqual({
      ...status,
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: second }],
    });
  });
});
