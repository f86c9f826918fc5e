import { describe, expect, it, jest } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { controller, type ReconcileRequest, requestsForAll } from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';
import { informerSet } from 'rx-informer/scope';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { of, Subject } from 'rxjs';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

const clusters = { east: virtualCluster(), west: virtualCluster() };
clusters.east.collection('pods').put(kubeObject('shop/web', { metadata: { labels: { in: 'east' } } }));
clusters.west.collection('pods').put(kubeObject('shop/web', { metadata: { labels: { in: 'west' } } }));
const pods = informerSet(
  of(['east', 'west'] as const),
  (id) => clusters[id].collection('pods').listerWatcher(),
  { cluster: (id) => id },
);

describe('a controller over the clusters of an informerSet', () => {
  it('should run each object with the cluster in the request', async () => {
    const runs: string[] = [];
    const outcomes: string[] = [];
    const running = controller<KubeObject>({
      for: pods,
      resource: core.v1.pods,
      reconcile: (pod, { key, cluster }) =>
        void runs.push(`${cluster} ${key} ${pod?.metadata.labels?.['in']}`),
    }).subscribe((outcome) =>
      outcomes.push(
        'key' in outcome ? `${outcome.cluster} ${outcome.key} ${outcome.outcome}` : outcome.outcome,
      ),
    );
    await jest.advanceTimersByTimeAsync(1_000);
    clusters.west.collection('pods').delete('shop/web').subscribe();
    await jest.advanceTimersByTimeAsync(1_000);
    running.unsubscribe();

    expect(runs).toEqual(['east shop/web east', 'west shop/web west', 'west shop/web undefined']);
    expect(outcomes).toEqual(['east shop/web done', 'west shop/web done', 'west shop/web done']);
  });

  it('should request all objects with their clusters', async () => {
    const running = pods.start();
    await jest.advanceTimersByTimeAsync(1_000);
    const requests: ReconcileRequest[] = [];
    const now$ = new Subject<void>();
    now$.pipe(requestsForAll(pods)).subscribe((request) => requests.push(request));
    now$.next();
    running.unsubscribe();

    expect(requests).toEqual([{ key: 'shop/web', cluster: 'east', cause: 'all', priority: 'low' }]);
  });
});
