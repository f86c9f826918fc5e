import { describe, expect, it } from '@jest/globals';
import { core, type Deployment, type Node } from 'rx-informer/kinds';
import { causeTrouble } from '../../../src/cli/demo/cause-trouble.ts';
import { crashed, running } from '../../../src/cli/demo/pod-state.ts';
import {
  addDeployment,
  addNode,
  addPod,
  deploymentOf,
  no,
  podOf,
  setDeploymentStatus,
  setPodStatus,
  simulatedCluster,
  type SimulatedCluster,
  start,
  yes,
} from './simulated-cluster.ts';

// Random numbers for the simulation. Each list causes one event, because the simulation reads the numbers in this
// order.
const release = [yes, no];
const scaleUp = [no, yes, yes];
const scaleDown = [no, yes, no];
const crash = [no, no, yes];
const evict = [no, no, no, yes];
const upset = [no, no, yes];
const upsetBesidePods = [no, no, no, no, yes];

function trouble(cluster: SimulatedCluster, draws: readonly number[]): void {
  cluster.draw(...draws);
  causeTrouble(cluster);
}

/** Adds a Deployment whose replicas are all ready and use the newest pod template. */
function addSettled(
  cluster: SimulatedCluster,
  name: string,
  replicas: number,
  ...images: string[]
): Deployment {
  addDeployment(cluster, name, replicas, ...images);
  return setDeploymentStatus(cluster, name, {
    replicas,
    updatedReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
  });
}

const imagesOf = (cluster: SimulatedCluster, name: string) =>
  deploymentOf(cluster, name).spec?.template.spec?.containers.map(({ image }) => image);

const replicasOf = (cluster: SimulatedCluster, name: string) => deploymentOf(cluster, name).spec?.replicas;

function addReadyPod(cluster: SimulatedCluster, name: string): void {
  setPodStatus(cluster, name, running(addPod(cluster, name), start));
}

const namesOf = (cluster: SimulatedCluster) =>
  cluster.objects.list(core.v1.pods).map(({ metadata }) => metadata.name);

const conditionsOf = (cluster: SimulatedCluster, name: string): NonNullable<Node['status']>['conditions'] =>
  cluster.objects.get(core.v1.nodes, name)?.status?.conditions;

describe('causeTrouble', () => {
  it('should change nothing if the random number says no', () => {
    const cluster = simulatedCluster();
    const node = addNode(cluster, 'node');
    const deployment = addSettled(cluster, 'web', 2, 'web:1');
    addReadyPod(cluster, 'p');
    const pod = podOf(cluster, 'p');
    trouble(cluster, []);

    expect(cluster.objects.get(core.v1.nodes, 'node')).toEqual(node);
    expect(deploymentOf(cluster, 'web')).toEqual(deployment);
    expect(podOf(cluster, 'p')).toEqual(pod);
  });

  it('should do nothing to an empty cluster', () => {
    const cluster = simulatedCluster();
    trouble(
      cluster,
      Array.from({ length: 20 }, () => yes),
    );

    expect([...cluster.objects.list(core.v1.nodes), ...cluster.objects.list(core.v1.pods)]).toEqual([]);
  });
});

describe('causeTrouble, releases', () => {
  it.each([
    ['registry.example/web:1', 'registry.example/web:2'],
    ['web:9', 'web:10'],
    ['web:129', 'web:130'],
    ['web', 'web:1'],
    ['web:latest', 'web:latest:1'],
    ['registry.example:5000/web', 'registry.example:5000/web:1'],
    ['registry.example:5000/web:3', 'registry.example:5000/web:4'],
  ])('should change the image %s to %s', (before, after) => {
    const cluster = simulatedCluster();
    addSettled(cluster, 'web', 2, before);
    trouble(cluster, release);

    expect(imagesOf(cluster, 'web')).toEqual([after]);
  });

  it('should change the image of each container, and no other field', () => {
    const cluster = simulatedCluster();
    const { spec } = addSettled(cluster, 'web', 2, 'web:1', 'side:5');
    trouble(cluster, release);

    const [first, second] = spec?.template.spec?.containers ?? [];
    expect(deploymentOf(cluster, 'web').spec).toEqual({
      ...spec,
      template: {
        ...spec?.template,
        spec: {
          ...spec?.template.spec,
          containers: [
            { ...first, image: 'web:2' },
            { ...second, image: 'side:6' },
          ],
        },
      },
    });
  });

  it('should change the image of only one deployment', () => {
    const cluster = simulatedCluster();
    addSettled(cluster, 'api', 1, 'api:1');
    addSettled(cluster, 'web', 2, 'web:1');
    cluster.choose(1);
    trouble(cluster, release);

    expect([imagesOf(cluster, 'api'), imagesOf(cluster, 'web')]).toEqual([['api:1'], ['web:2']]);
  });

  it.each([
    ['whose old pods still exist', { replicas: 3, updatedReplicas: 2, readyReplicas: 2 }],
    ['whose pods are not ready', { replicas: 2, updatedReplicas: 2, readyReplicas: 1 }],
    ['without a status', {}],
  ])('should wait for a deployment %s', (_, status) => {
    const cluster = simulatedCluster();
    addDeployment(cluster, 'web', 2, 'web:1');
    setDeploymentStatus(cluster, 'web', status);
    trouble(cluster, release);

    expect(imagesOf(cluster, 'web')).toEqual(['web:1']);
  });
});

describe('causeTrouble, replicas', () => {
  it.each([
    ['more', scaleUp, 2, 3],
    ['more', scaleUp, 4, 5],
    ['no more than five', scaleUp, 5, 5],
    ['fewer', scaleDown, 3, 2],
    ['fewer', scaleDown, 2, 1],
    ['no fewer than one', scaleDown, 1, 1],
  ])('should be one %s', (_, draws, before, after) => {
    const cluster = simulatedCluster();
    addDeployment(cluster, 'web', before, 'web:1');
    trouble(cluster, draws);

    expect(replicasOf(cluster, 'web')).toBe(after);
    expect(imagesOf(cluster, 'web')).toEqual(['web:1']);
  });

  it('should scale only one deployment', () => {
    const cluster = simulatedCluster();
    for (const name of ['api', 'web']) addDeployment(cluster, name, 2, 'web:1');
    cluster.choose(1);
    trouble(cluster, scaleUp);

    expect([replicasOf(cluster, 'api'), replicasOf(cluster, 'web')]).toEqual([2, 3]);
  });
});

describe('causeTrouble, pods', () => {
  it('should crash a pod', () => {
    const cluster = simulatedCluster();
    addReadyPod(cluster, 'p');
    addReadyPod(cluster, 'q');
    const [p, q] = [podOf(cluster, 'p'), podOf(cluster, 'q')];
    cluster.clock.advance(3000);
    cluster.choose(1);
    trouble(cluster, crash);

    expect(podOf(cluster, 'p')).toEqual(p);
    expect(podOf(cluster, 'q')).toMatchObject({ spec: q.spec, status: crashed(q, '2030-01-02T03:04:08Z') });
  });

  it('should evict a pod', () => {
    const cluster = simulatedCluster();
    addReadyPod(cluster, 'p');
    addReadyPod(cluster, 'q');
    trouble(cluster, evict);

    expect(namesOf(cluster)).toEqual(['q']);
  });

  it('should not evict the pod that crashes', () => {
    const cluster = simulatedCluster();
    addReadyPod(cluster, 'p');
    trouble(cluster, [...crash, yes]);

    expect(namesOf(cluster)).toEqual(['p']);
  });

  it.each([
    ['crash', crash],
    ['evict', evict],
  ])('should %s only ready pods', (_, draws) => {
    const cluster = simulatedCluster();
    const pod = addPod(cluster, 'p');
    trouble(cluster, draws);

    expect(podOf(cluster, 'p')).toEqual(pod);
  });
});

describe('causeTrouble, nodes', () => {
  it('should make a node unreachable', () => {
    const cluster = simulatedCluster();
    for (const name of ['a', 'b', 'c']) addNode(cluster, name);
    cluster.clock.advance(1000);
    cluster.choose(1);
    trouble(cluster, upset);

    expect(conditionsOf(cluster, 'b')).toMatchObject([
      {
        type: 'Ready',
        status: 'False',
        reason: 'KubeletNotReady',
        lastTransitionTime: '2030-01-02T03:04:06Z',
      },
    ]);
    expect([conditionsOf(cluster, 'a'), conditionsOf(cluster, 'c')]).toMatchObject([
      [{ type: 'Ready', status: 'True' }],
      [{ type: 'Ready', status: 'True' }],
    ]);
  });

  it('should restore an unreachable node before another becomes unreachable', () => {
    const cluster = simulatedCluster();
    addNode(cluster, 'a');
    addNode(cluster, 'b', false);
    cluster.clock.advance(2000);
    trouble(cluster, upset);

    expect(conditionsOf(cluster, 'a')).toMatchObject([{ type: 'Ready', status: 'True' }]);
    expect(conditionsOf(cluster, 'b')).toMatchObject([
      { type: 'Ready', status: 'True', reason: 'KubeletReady', lastTransitionTime: '2030-01-02T03:04:07Z' },
    ]);
  });

  it('should restore a node sooner than it makes one unreachable', () => {
    const cluster = simulatedCluster();
    addNode(cluster, 'a');
    trouble(cluster, [no, no, 0.1]);
    expect(conditionsOf(cluster, 'a')).toMatchObject([{ type: 'Ready', status: 'True' }]);

    addNode(cluster, 'b', false);
    trouble(cluster, [no, no, 0.1]);
    expect(conditionsOf(cluster, 'b')).toMatchObject([{ type: 'Ready', status: 'True' }]);
  });

  it('should make a node unreachable in a cluster without trouble of pods', () => {
    const cluster = simulatedCluster();
    addReadyPod(cluster, 'p');
    addNode(cluster, 'a');
    trouble(cluster, upsetBesidePods);

    expect(conditionsOf(cluster, 'a')).toMatchObject([{ type: 'Ready', status: 'False' }]);
  });
});
