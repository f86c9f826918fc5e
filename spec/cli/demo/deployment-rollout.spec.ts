import { describe, expect, it } from '@jest/globals';
import { apps } from 'rx-informer/kinds';
import { controlledBy } from '../../../src/cli/demo/owned.ts';
import { fill, reconcile, release, settled, sizes } from './deployment-steps.ts';
import { deploymentOf, replicaSetsOf } from './simulated-cluster.ts';

describe('reconcileDeployment, rollouts', () => {
  it('should have at most one pod more than wanted, and at most one ready pod fewer', () => {
    const cluster = settled(3);
    release(cluster, 2);
    const seen: string[] = [];
    for (let step = 0; step < 6; step++) {
      reconcile(cluster);
      seen.push(sizes(cluster));
      fill(cluster);
    }

    expect(seen).toEqual([
      'web:1 3, web:2 0',
      'web:1 2, web:2 1',
      'web:1 1, web:2 2',
      'web:1 0, web:2 3',
      'web:1 0, web:2 3',
      'web:1 0, web:2 3',
    ]);
  });

  it('should stop while the new pods are not ready', () => {
    const cluster = settled(3);
    release(cluster, 2);
    for (let step = 0; step < 9; step++) {
      reconcile(cluster);
      fill(cluster, { 'web:2': 0 });
    }
    expect(sizes(cluster)).toBe('web:1 2, web:2 2');

    fill(cluster, { 'web:2': 1 });
    reconcile(cluster);
    expect(sizes(cluster)).toBe('web:1 1, web:2 2');
  });

  it('should remove the pods of each earlier template', () => {
    const cluster = settled(3);
    release(cluster, 2);
    for (let step = 0; step < 2; step++) {
      reconcile(cluster);
      fill(cluster);
    }
    expect(sizes(cluster)).toBe('web:1 2, web:2 1');
    release(cluster, 3);
    for (let step = 0; step < 9; step++) {
      reconcile(cluster);
      fill(cluster);
    }

    expect(sizes(cluster)).toBe('web:1 0, web:2 0, web:3 3');
  });

  it('should remove the pods of a replica set without labels that it owns', () => {
    const cluster = settled(2);
    const { metadata } = deploymentOf(cluster, 'web');
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c0', image: 'by-hand' }] } };
    cluster.objects.create(apps.v1.replicasets, {
      metadata: {
        name: 'by-hand',
        namespace: 'default',
        ownerReferences: [controlledBy('apps/v1', 'Deployment', { metadata })],
      },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    });
    for (let step = 0; step < 3; step++) {
      fill(cluster);
      reconcile(cluster);
    }

    expect(sizes(cluster)).toBe('by-hand 0, web:1 2');
  });

  it('should return to an earlier template with its replica set', () => {
    const cluster = settled(2);
    const [first] = replicaSetsOf(cluster);
    for (const version of [2, 1]) {
      release(cluster, version);
      for (let step = 0; step < 9; step++) {
        reconcile(cluster);
        fill(cluster);
      }
    }

    expect(sizes(cluster)).toBe('web:1 2, web:2 0');
    expect(replicaSetsOf(cluster).map(({ metadata }) => metadata.uid)).toContain(first?.metadata.uid);
  });

  it.each([
    ['of each release', [2, 3, 4, 5], 'web:3 0, web:4 0, web:5 2'],
    ['after a rollback', [2, 3, 1, 4], 'web:1 0, web:3 0, web:4 2'],
  ])('should keep the two replica sets that were used last, %s', (_, versions, kept) => {
    const cluster = settled(2);
    for (const version of versions) {
      release(cluster, version);
      for (let step = 0; step < 9; step++) {
        reconcile(cluster);
        fill(cluster);
      }
    }

    expect(sizes(cluster)).toBe(kept);
  });

  it.each([
    ['that wants no pod, and has one', 0, 1],
    ['that wants one pod, and has none yet', 1, 0],
  ])('should keep each earlier replica set %s', (_, wanted, replicas) => {
    const cluster = settled(1);
    for (const version of [2, 3, 4]) {
      release(cluster, version);
      reconcile(cluster);
    }
    for (const one of replicaSetsOf(cluster)) {
      const key = `default/${one.metadata.name}`;
      cluster.objects.patch(apps.v1.replicasets, key, { spec: { replicas: wanted } });
      const status = { replicas, fullyLabeledReplicas: replicas };
      cluster.objects.patch(apps.v1.replicasets, key, { status }, { subresource: 'status' });
    }
    reconcile(cluster);

    expect(replicaSetsOf(cluster)).toHaveLength(4);
  });
});
