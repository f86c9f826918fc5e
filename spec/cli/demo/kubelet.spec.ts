import { describe, expect, it } from '@jest/globals';
import { core, type Node } from 'rx-informer/kinds';
import { kubeObject } from 'rx-informer/testing';
import { isNodeReady, reconcilePod } from '../../../src/cli/demo/kubelet.ts';
import { crashed, creating, running } from '../../../src/cli/demo/pod-state.ts';
import {
  addNode,
  addPod,
  no,
  podOf,
  setPodStatus,
  simulatedCluster,
  type SimulatedCluster,
  start,
  yes,
} from './simulated-cluster.ts';

/** Runs the next step of the simulated kubelet for the pod `p`. */
const tend = (cluster: SimulatedCluster): void =>
  reconcilePod(cluster, cluster.objects.list(core.v1.nodes), podOf(cluster, 'p'));

/** Returns a cluster with a ready node and the pod `p`, which is assigned to the node. */
function clusterWithPod(): SimulatedCluster {
  const cluster = simulatedCluster();
  addNode(cluster, 'node');
  addPod(cluster, 'p', { nodeName: 'node' });
  return cluster;
}

/** Returns a cluster with a ready node and the ready pod `p`, which is assigned to the node. */
function clusterWithReadyPod(): SimulatedCluster {
  const cluster = clusterWithPod();
  setPodStatus(cluster, 'p', running(podOf(cluster, 'p'), start));
  return cluster;
}

const loseNode = ({ objects }: SimulatedCluster): unknown =>
  objects.patch(
    core.v1.nodes,
    'node',
    { status: { conditions: [{ type: 'Ready', status: 'False' }] } },
    { subresource: 'status' },
  );

describe('tendPod', () => {
  it('should put a new pod on a ready and schedulable node', () => {
    const cluster = simulatedCluster();
    addNode(cluster, 'a-lost', false);
    addNode(cluster, 'b-cordoned', true, { unschedulable: true });
    addNode(cluster, 'c-good');
    addNode(cluster, 'd-good', true, { unschedulable: false });
    addPod(cluster, 'p');
    addPod(cluster, 'q');
    tend(cluster);
    cluster.choose(1);
    reconcilePod(cluster, cluster.objects.list(core.v1.nodes), podOf(cluster, 'q'));

    expect(podOf(cluster, 'p').spec?.nodeName).toBe('c-good');
    expect(podOf(cluster, 'q').spec?.nodeName).toBe('d-good');
    expect(podOf(cluster, 'p').status?.containerStatuses).toBeUndefined();
  });

  it('should leave a pod without a node while no node is available', () => {
    const cluster = simulatedCluster();
    addNode(cluster, 'lost', false);
    const pod = addPod(cluster, 'p');
    tend(cluster);

    expect(podOf(cluster, 'p')).toEqual(pod);
  });

  it('should create the containers of a pod on a node', () => {
    const cluster = clusterWithPod();
    tend(cluster);

    expect(podOf(cluster, 'p').status).toMatchObject(creating(podOf(cluster, 'p'), start));
  });

  it('should start the containers after a random time', () => {
    const cluster = clusterWithPod();
    tend(cluster);
    const created = podOf(cluster, 'p');
    cluster.draw(no);
    tend(cluster);
    expect(podOf(cluster, 'p')).toEqual(created);

    cluster.clock.advance(2000);
    cluster.draw(yes);
    tend(cluster);
    expect(podOf(cluster, 'p').status).toMatchObject({
      phase: 'Running',
      startTime: start,
      podIP: expect.stringMatching(/^10(\.\d+){3}$/),
      conditions: [{ type: 'PodScheduled' }, { type: 'Ready', status: 'True' }],
      containerStatuses: [{ name: 'main', state: { running: { startedAt: '2030-01-02T03:04:07Z' } } }],
    });
  });

  it('should restart a crashed pod, later than a new one', () => {
    const cluster = clusterWithPod();
    setPodStatus(cluster, 'p', crashed(podOf(cluster, 'p'), start));
    addPod(cluster, 'new', { nodeName: 'node' });
    setPodStatus(cluster, 'new', creating(podOf(cluster, 'new'), start));
    const before = podOf(cluster, 'p');

    cluster.draw(0.3, 0.3);
    tend(cluster);
    reconcilePod(cluster, cluster.objects.list(core.v1.nodes), podOf(cluster, 'new'));
    expect(podOf(cluster, 'p')).toEqual(before);
    expect(podOf(cluster, 'new').status?.phase).toBe('Running');

    cluster.draw(yes);
    tend(cluster);
    expect(podOf(cluster, 'p').status?.containerStatuses).toMatchObject([{ ready: true, restartCount: 1 }]);
  });

  it('should not change a ready pod', () => {
    const cluster = clusterWithReadyPod();
    const before = podOf(cluster, 'p');
    cluster.clock.advance(5000);
    cluster.draw(yes, yes);
    tend(cluster);

    expect(podOf(cluster, 'p')).toEqual(before);
  });

  it('should report a pod as not ready when its node becomes unreachable, and as ready when the node returns', () => {
    const cluster = clusterWithReadyPod();
    addNode(cluster, 'a-good');
    loseNode(cluster);
    cluster.clock.advance(1000);
    tend(cluster);

    const ready = { type: 'Ready', status: 'False', lastTransitionTime: '2030-01-02T03:04:06Z' };
    expect(podOf(cluster, 'p').status).toMatchObject({ phase: 'Running', conditions: [ready] });
    expect(podOf(cluster, 'p').status?.conditions).toHaveLength(1);

    cluster.objects.patch(
      core.v1.nodes,
      'node',
      { status: { conditions: [{ type: 'Ready', status: 'True' }] } },
      { subresource: 'status' },
    );
    cluster.draw(yes);
    tend(cluster);
    expect(podOf(cluster, 'p').status?.conditions).toMatchObject([{}, { type: 'Ready', status: 'True' }]);
  });

  it('should treat a deleted node like an unreachable node', () => {
    const cluster = clusterWithReadyPod();
    addNode(cluster, 'other');
    cluster.objects.delete(core.v1.nodes, 'node');
    tend(cluster);

    expect(podOf(cluster, 'p').status?.conditions).toMatchObject([{ type: 'Ready', status: 'False' }]);
  });

  it('should write nothing for a pod that is not ready while its node is unreachable', () => {
    const cluster = clusterWithPod();
    loseNode(cluster);
    const before = podOf(cluster, 'p');
    cluster.draw(yes);
    tend(cluster);

    expect(podOf(cluster, 'p')).toEqual(before);
  });

  it('should end a pod that is being deleted after a random time', () => {
    const cluster = clusterWithReadyPod();
    cluster.objects.delete(core.v1.pods, 'default/p');
    const ending = podOf(cluster, 'p');
    cluster.draw(no);
    tend(cluster);
    expect(podOf(cluster, 'p')).toEqual(ending);

    cluster.draw(yes);
    tend(cluster);
    expect(cluster.objects.list(core.v1.pods)).toEqual([]);
  });

  it('should not start a pod that is being deleted', () => {
    const cluster = clusterWithPod();
    cluster.objects.delete(core.v1.pods, 'default/p');
    tend(cluster);

    expect(podOf(cluster, 'p').status?.containerStatuses).toBeUndefined();
  });

  it('should not end a pod while its node is unreachable', () => {
    const cluster = clusterWithPod();
    cluster.objects.delete(core.v1.pods, 'default/p');
    loseNode(cluster);
    cluster.draw(yes);
    tend(cluster);

    expect(cluster.objects.list(core.v1.pods)).toHaveLength(1);
  });
});

describe('isNodeReady', () => {
  const node = (status?: Node['status']): Node => ({
    ...kubeObject('n'),
    ...(status === undefined ? {} : { status }),
  });
  const pressure = { type: 'MemoryPressure', status: 'True' };

  it.each([
    ['no status', undefined, false],
    ['no conditions', {}, false],
    ['another condition', { conditions: [pressure] }, false],
    ['Ready is false', { conditions: [pressure, { type: 'Ready', status: 'False' }] }, false],
    ['Ready is unknown', { conditions: [{ type: 'Ready', status: 'Unknown' }] }, false],
    ['Ready is true', { conditions: [pressure, { type: 'Ready', status: 'True' }] }, true],
  ])('should read the conditions of a node: %s', (_, status, is) => {
    expect(isNodeReady(node(status))).toBe(is);
  });
});
