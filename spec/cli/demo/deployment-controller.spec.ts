import { describe, expect, it } from '@jest/globals';
import { apps, type Deployment } from 'rx-informer/kinds';
import { reconcileDeployment } from '../../../src/cli/demo/deployment-controller.ts';
import { change, fill, reconcile, release, settled, sizes } from './deployment-steps.ts';
import {
  addDeployment,
  deploymentOf,
  replicaSetsOf,
  simulatedCluster,
  type SimulatedCluster,
} from './simulated-cluster.ts';

/** Computes the hash FNV-1a with 32 bits, as its definition says. */
const fnv1a = (text: string): bigint =>
  new TextEncoder()
    .encode(text)
    .reduce((hash, byte) => ((hash ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n, 0x811c9dc5n);

describe('reconcileDeployment, a new deployment', () => {
  it('should create a replica set of its template, with 0 replicas', () => {
    const cluster = simulatedCluster();
    const { metadata, spec } = addDeployment(cluster, 'web', 3, 'web:1');
    reconcile(cluster);

    const replicaSets = replicaSetsOf(cluster);
    const hash = replicaSets[0]?.metadata.labels?.['pod-template-hash'] ?? '';
    const labels = { app: 'web', 'pod-template-hash': hash };
    expect(hash).toMatch(/^[bcdfghjklm]{10}$/);
    expect(replicaSets).toHaveLength(1);
    expect(replicaSets[0]).toMatchObject({
      metadata: {
        name: `web-${hash}`,
        namespace: 'default',
        labels,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: metadata.uid, controller: true },
        ],
      },
      spec: {
        replicas: 0,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: spec?.template.spec },
      },
    });
  });

  it('should name its replica set after the hash of the template, in ten characters', () => {
    const cluster = simulatedCluster();
    const lengths = new Set<number>();
    for (let version = 1; version <= 20; version++) {
      const { spec } = addDeployment(cluster, `web-${version}`, 1, `web:${version}`);
      const digits = String(fnv1a(JSON.stringify(spec?.template)));
      lengths.add(digits.length);
      reconcile(cluster, `web-${version}`);

      const hash = Array.from(digits.padStart(10, '0'), (digit) => 'bcdfghjklm'.charAt(Number(digit))).join(
        '',
      );
      expect(
        cluster.objects.get(apps.v1.replicasets, `default/web-${version}-${hash}`)?.metadata.labels,
      ).toMatchObject({ 'pod-template-hash': hash });
    }
    expect(lengths.size).toBeGreaterThan(1); // some hashes are shorter than others
  });

  it('should scale to all pods at once if there are none of an earlier template', () => {
    const cluster = simulatedCluster();
    addDeployment(cluster, 'web', 3, 'web:1');
    reconcile(cluster);
    reconcile(cluster);

    expect(sizes(cluster)).toBe('web:1 3');
  });

  it('should scale to one pod if it has no number', () => {
    const cluster = simulatedCluster();
    addDeployment(cluster, 'web', 3, 'web:1');
    reconcile(cluster);
    const { metadata, spec } = deploymentOf(cluster, 'web');
    const template = spec?.template ?? {};
    reconcileDeployment(cluster, { metadata, spec: { selector: {}, template } });

    expect(sizes(cluster)).toBe('web:1 1');
    expect(deploymentOf(cluster, 'web').status?.unavailableReplicas).toBe(1);
  });

  it('should not change the replica sets of other deployments', () => {
    const cluster = settled(3);
    addDeployment(cluster, 'api', 2, 'web:1');
    const before = replicaSetsOf(cluster);
    reconcile(cluster, 'api');
    reconcile(cluster, 'api');

    expect(replicaSetsOf(cluster)).toEqual(expect.arrayContaining([...before]));
    expect(sizes(cluster)).toBe('web:1 2, web:1 3');
    expect(deploymentOf(cluster, 'api').status?.replicas ?? 0).toBe(0);
  });

  it('should throw if the deployment is deleted', () => {
    const cluster = simulatedCluster();
    const deployment = addDeployment(cluster, 'web', 1, 'web:1');
    cluster.objects.delete(apps.v1.deployments, 'default/web');

    expect(() => {
      reconcileDeployment(cluster, deployment);
    }).toThrow('deployments.apps "web" not found');
  });
});

describe('reconcileDeployment, another number of replicas', () => {
  it.each([5, 2, 0])('should scale from 3 to %d at once', (replicas) => {
    const cluster = settled(3);
    change(cluster, { replicas });
    reconcile(cluster);

    expect(sizes(cluster)).toBe(`web:1 ${replicas}`);
  });

  it('should write nothing to a replica set with the right number', () => {
    const cluster = settled(3);
    const before = replicaSetsOf(cluster);
    reconcile(cluster);

    expect(replicaSetsOf(cluster)).toEqual(before);
  });

  it('should remove surplus new pods at once during a rollout', () => {
    const cluster = settled(3);
    release(cluster, 2);
    for (let step = 0; step < 3; step++) {
      reconcile(cluster);
      fill(cluster, { 'web:2': 0 });
    }
    expect(sizes(cluster)).toBe('web:1 2, web:2 2');
    change(cluster, { replicas: 1 });
    reconcile(cluster);

    expect(sizes(cluster)).toBe('web:1 1, web:2 1');
  });
});

describe('reconcileDeployment, the status', () => {
  const statusOf = (cluster: SimulatedCluster): Deployment['status'] => {
    reconcile(cluster);
    return deploymentOf(cluster, 'web').status;
  };

  it('should count the pods of all templates, and those of the newest', () => {
    const cluster = settled(3);
    release(cluster, 2);
    for (let step = 0; step < 4; step++) {
      reconcile(cluster);
      fill(cluster, { 'web:2': 0 });
    }

    expect(statusOf(cluster)).toEqual({
      observedGeneration: 2,
      replicas: 4,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      unavailableReplicas: 1,
      conditions: [expect.objectContaining({ type: 'Available', status: 'True' })],
    });
  });

  it('should report no unavailable pods for a running deployment', () => {
    const status = statusOf(settled(3));

    expect(status).toMatchObject({ replicas: 3, updatedReplicas: 3, readyReplicas: 3 });
    expect(status?.unavailableReplicas ?? 0).toBe(0);
  });

  it('should count no pods without a replica set', () => {
    const cluster = simulatedCluster();
    addDeployment(cluster, 'web', 3, 'web:1');

    expect({ replicas: 0, updatedReplicas: 0, ...statusOf(cluster) }).toMatchObject({
      replicas: 0,
      updatedReplicas: 0,
      unavailableReplicas: 3,
    });
  });

  it('should count surplus pods as ready, and none as unavailable', () => {
    const cluster = settled(3);
    change(cluster, { replicas: 1 });

    const status = statusOf(cluster);
    expect(status?.readyReplicas).toBe(3);
    expect(status?.unavailableReplicas ?? 0).toBe(0);
  });

  it.each([
    [3, 3, 'True'],
    [3, 2, 'True'],
    [3, 1, 'False'],
    [2, 1, 'True'],
    [2, 0, 'False'],
    [1, 1, 'True'],
    [1, 0, 'False'],
    [0, 0, 'True'],
  ])('should report %d pods with %d ready as an available deployment: %s', (wanted, ready, status) => {
    const cluster = settled(wanted);
    fill(cluster, { 'web:1': ready });

    expect(statusOf(cluster)?.conditions).toMatchObject([{ type: 'Available', status }]);
  });
});
