import { describe, expect, it } from '@jest/globals';
import { filter, map, type Observable, type Subscription } from 'rxjs';
import { apps, core, type Deployment } from 'rx-informer/kinds';
import { exponentialLimiter, type ReconcileOutcome } from 'rx-informer/controller';
import { kubeObject, marbleScheduler, virtualCluster, type VirtualClusterOptions } from 'rx-informer/testing';
import { websiteController } from '../../examples/website-operator/website-controller.ts';
import { type Website, websites } from '../../examples/website-operator/website.ts';

const send = (request$: Observable<unknown>): Subscription => request$.subscribe();
const site = (replicas = 2): Website =>
  kubeObject<Website>('shop/home', {
    metadata: { generation: 1 },
    spec: { html: '<h1>Hello</h1>', replicas },
  });

/** A cluster with one Website, and the failures of the controller as its output. */
function setUp(options: VirtualClusterOptions = {}) {
  const cluster = virtualCluster(options);
  cluster.collection(websites).put(site());
  const failures$ = websiteController(cluster.transport, 'shop', {
    rateLimiter: exponentialLimiter({ base: 8 }),
  }).pipe(filter(({ outcome }) => outcome !== 'done'));
  const deployment = (): Deployment | undefined => cluster.objects(apps.v1.deployments)[0];
  const ready = (): string | undefined => cluster.objects(websites)[0]?.status?.conditions?.[0]?.message;
  return { cluster, failures$, deployment, ready };
}

const printed = (outcome: ReconcileOutcome): string =>
  outcome.outcome === 'failed' ? `failed, again in ${outcome.retryAfter} ms` : outcome.outcome;

describe('the website operator', () => {
  it('should make the three objects, owned by the Website, and the status', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const { cluster, failures$, deployment, ready } = setUp();
      expectObservable(failures$, '50ms !').toBe('');
      flush();
      const owned = [
        ...cluster.objects(core.v1.configmaps),
        ...cluster.objects(apps.v1.deployments),
        ...cluster.objects(core.v1.services),
      ];
      expect(owned.map(({ kind, metadata }) => [kind, metadata.ownerReferences?.[0]?.name])).toEqual([
        ['ConfigMap', 'home'],
        ['Deployment', 'home'],
        ['Service', 'home'],
      ]);
      expect(deployment()?.spec?.replicas).toBe(2);
      expect(ready()).toBe('0 of 2 servers are available');
    });
  });

  it('should undo a change by another client, and follow the spec', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { cluster, failures$, deployment } = setUp();
      const seen: unknown[] = [];
      const deployments = cluster.collection(apps.v1.deployments);
      const steps: Readonly<Record<string, () => void>> = {
        a: () => send(deployments.patch('shop/home', { spec: { replicas: 7 } })),
        b: () => send(cluster.collection(websites).patch('shop/home', { spec: { replicas: 3 } })),
        c: () => deployments.remove('shop/home'),
      };
      cold('20ms a 19ms b 19ms c').subscribe((step) => steps[step]?.());
      cold('30ms x 19ms x 19ms x').subscribe(() => seen.push(deployment()?.spec?.replicas));
      expectObservable(failures$, '90ms !').toBe('');
      flush();
      expect(seen).toEqual([2, 3, 3]);
    });
  });

  it('should be ready when all servers are available, and then write nothing more', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { cluster, failures$, ready } = setUp();
      let version = '';
      cold('20ms x').subscribe(() =>
        send(
          cluster.client(apps.v1.deployments).status.patch('shop/home', { status: { availableReplicas: 2 } }),
        ),
      );
      cold('60ms x').subscribe(() => (version = cluster.resourceVersion));
      expectObservable(failures$, '200ms !').toBe('');
      flush();
      expect(ready()).toBe('2 of 2 servers are available');
      expect(cluster.resourceVersion).toBe(version);
    });
  });

  it('should retry after a refused write, and end in the wanted state', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const { cluster, failures$, ready } = setUp({ latency: 1 });
      cluster.refuseWrites(409, 1);
      expectObservable(failures$.pipe(map(printed)), '200ms !').toBe('-x', { x: 'failed, again in 8 ms' });
      flush();
      expect(ready()).toBe('0 of 2 servers are available');
    });
  });

  it('should work over a watch that is late', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const { failures$, ready } = setUp({ latency: 2, lag: 20 });
      expectObservable(failures$, '300ms !').toBe('');
      flush();
      expect(ready()).toBe('0 of 2 servers are available');
    });
  });
});
