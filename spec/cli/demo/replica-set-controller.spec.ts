import { describe, expect, it } from '@jest/globals';
import { StatusError } from 'rx-informer';
import { apps, core, type Pod, type ReplicaSet } from 'rx-informer/kinds';
import { running } from '../../../src/cli/demo/pod-state.ts';
import { reconcileReplicaSet } from '../../../src/cli/demo/replica-set-controller.ts';
import { addPod, setPodStatus, simulatedCluster, type SimulatedCluster, start } from './simulated-cluster.ts';

function addReplicaSet({ objects }: SimulatedCluster, name: string, replicas: number): ReplicaSet {
  const labels = { app: 'web', tier: name };
  return objects.create(apps.v1.replicasets, {
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main:7' }] } },
    },
  });
}

/** Runs one step of the simulated ReplicaSet controller for a ReplicaSet. */
function reconcile(cluster: SimulatedCluster, name = 'web'): void {
  const replicaSet = cluster.objects.get(apps.v1.replicasets, `default/${name}`);
  if (replicaSet !== undefined) reconcileReplicaSet(cluster, replicaSet);
}

const scale = ({ objects }: SimulatedCluster, replicas: number): unknown =>
  objects.patch(apps.v1.replicasets, 'default/web', { spec: { replicas } });
const podsOf = ({ objects }: SimulatedCluster): readonly Pod[] => objects.list(core.v1.pods);
const makeReady = (cluster: SimulatedCluster, pod: Pod | undefined): void => {
  if (pod !== undefined) setPodStatus(cluster, pod.metadata.name, running(pod, start));
};

describe('reconcileReplicaSet', () => {
  it('should create the pods of its template, as their owner', () => {
    const cluster = simulatedCluster();
    const { metadata } = addReplicaSet(cluster, 'web', 3);
    reconcile(cluster);

    const pods = podsOf(cluster);
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        metadata: {
          name: expect.stringMatching(/^web-[a-z0-9]+$/),
          namespace: 'default',
          labels: { app: 'web', tier: 'web' },
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: metadata.uid, controller: true },
          ],
        },
        spec: { containers: [{ name: 'main', image: 'main:7' }] },
      });
    }
  });

  it('should create no pods if there are enough', () => {
    const cluster = simulatedCluster();
    addReplicaSet(cluster, 'web', 2);
    reconcile(cluster);
    const before = podsOf(cluster);
    reconcile(cluster);

    expect(podsOf(cluster)).toEqual(before);
  });

  it('should create the missing pods when it is scaled up', () => {
    const cluster = simulatedCluster();
    addReplicaSet(cluster, 'web', 1);
    reconcile(cluster);
    scale(cluster, 3);
    reconcile(cluster);

    expect(podsOf(cluster)).toHaveLength(3);
  });

  it('should count only its own pods', () => {
    const cluster = simulatedCluster();
    addReplicaSet(cluster, 'web', 2);
    addReplicaSet(cluster, 'other', 3);
    addPod(cluster, 'free');
    reconcile(cluster, 'other');
    reconcile(cluster);
    reconcile(cluster);

    const tiers = podsOf(cluster).map(({ metadata }) => metadata.labels?.['tier'] ?? 'free');
    expect(tiers.sort()).toEqual(['free', 'other', 'other', 'other', 'web', 'web']);
  });

  it('should replace a pod that is being deleted', () => {
    const cluster = simulatedCluster();
    addReplicaSet(cluster, 'web', 2);
    reconcile(cluster);
    const [pod] = podsOf(cluster);
    const key = `default/${pod?.metadata.name ?? ''}`;
    cluster.objects.patch(core.v1.pods, key, { spec: { nodeName: 'node' } });
    cluster.objects.delete(core.v1.pods, key);
    reconcile(cluster);

    expect(podsOf(cluster)).toHaveLength(3);
    expect(podsOf(cluster).filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toHaveLength(
      2,
    );
    expect(cluster.objects.get(apps.v1.replicasets, 'default/web')?.status?.replicas).toBe(1);
  });

  it.each([0, 1, 2])('should delete pods that are not ready first: all but number %d', (at) => {
    const cluster = simulatedCluster();
    addReplicaSet(cluster, 'web', 3);
    reconcile(cluster);
    const ready = podsOf(cluster)[at];
    makeReady(cluster, ready);
    scale(cluster, 1);
    reconcile(cluster);

    expect(podsOf(cluster).map(({ metadata }) => metadata.name)).toEqual([ready?.metadata.name]);
  });

  it('should delete all pods when it is scaled to 0', () => {
    const cluster = simulatedCluster();
    addReplicaSet(cluster, 'web', 2);
    reconcile(cluster);
    scale(cluster, 0);
    reconcile(cluster);

    expect(podsOf(cluster)).toEqual([]);
  });

  it('should write the found numbers into its status', () => {
    const cluster = simulatedCluster();
    addReplicaSet(cluster, 'web', 3);
    const status = () => cluster.objects.get(apps.v1.replicasets, 'default/web')?.status;
    reconcile(cluster);
    const nothing = { replicas: 0, fullyLabeledReplicas: 0, readyReplicas: 0, availableReplicas: 0 };
    expect({ ...nothing, ...status() }).toEqual({ ...nothing, observedGeneration: 1 });

    makeReady(cluster, podsOf(cluster)[1]);
    scale(cluster, 4);
    reconcile(cluster);
    expect(status()).toEqual({
      observedGeneration: 2,
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 1,
      availableReplicas: 1,
    });
  });

  it('should use one replica if the replica set has no number', () => {
    const cluster = simulatedCluster();
    const { metadata, spec } = addReplicaSet(cluster, 'web', 5);
    const template = spec?.template ?? {};
    reconcileReplicaSet(cluster, { metadata, spec: { selector: {}, template } });

    expect(podsOf(cluster)).toHaveLength(1);
  });

  it('should create no pod without a template', () => {
    const cluster = simulatedCluster();
    const { metadata } = addReplicaSet(cluster, 'web', 5);

    expect(() => {
      reconcileReplicaSet(cluster, { metadata });
    }).toThrow(StatusError);
    expect(podsOf(cluster)).toEqual([]);
  });

  it('should throw if its replica set is deleted', () => {
    const cluster = simulatedCluster();
    const replicaSet = addReplicaSet(cluster, 'web', 0);
    cluster.objects.delete(apps.v1.replicasets, 'default/web');

    expect(() => {
      reconcileReplicaSet(cluster, replicaSet);
    }).toThrow('replicasets.apps "web" not found');
  });
});
