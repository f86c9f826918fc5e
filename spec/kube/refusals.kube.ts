import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { GroupVersionResource } from 'rx-informer';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { down, up } from './kube.mjs';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, type Observed, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { names, workbench } from './support/workbench.ts';

afterEach(stopObserving);

describe('a server that refuses', () => {
  it('should report a 403 on the status, and retry slowly', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);

    const observed = observe(bench, transportTo(cluster, cluster.limitedToken));

    await toFail(observed, { failure: 'forbidden', error: { code: 403, reason: 'Forbidden' } });
    const refusal = observed.statuses.find((status) => status.phase === 'waiting');
    expect((refusal?.retryAt ?? 0) - (refusal?.since ?? 0)).toBeGreaterThanOrEqual(30_000);
    expect(observed.informer.store.hasSynced).toBe(false);
  });

  it('should report a 401 on the status, without the token', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);

    const observed = observe(bench, transportTo(cluster, 'a-secret-that-is-wrong'));

    await toFail(observed, { failure: 'unauthorized', error: { code: 401 } });
    expect(inspect(observed.statuses, { depth: null, showHidden: true })).not.toContain('a-secret');
  });

  it('should report a 404 on the status for a missing resource', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);
    const gadgets: GroupVersionResource<ConfigMap> = {
      group: 'example.com',
      version: 'v1',
      resource: 'gadgets',
    };

    const observed = observe({ ...bench, resource: gadgets }, transportTo(cluster));

    await toFail(observed, { failure: 'notFound', error: { code: 404 } });
  });

  it('should list in pages if the server does not stream lists, and remember this', async () => {
    const cluster = await up(['--feature-gates=WatchList=false']);
    try {
      const bench = await workbench(cluster, core.v1.configmaps);
      await bench.create(names('map', 120));
      const transport = recorded(transportTo(cluster));
      const observed = observe(bench, transport, { pageSize: 50 });

      await observed.hasSynced();
      await bench.change(names('map', 120));
      await observed.sameAsServer();

      observed.expectNothingLost('gaps');
      expect(transport.requests.map(({ query }) => query?.['sendInitialEvents'])).toEqual([
        'true',
        ...Array<undefined>(4).fill(undefined),
      ]);
    } finally {
      stopObserving();
      await down(cluster);
    }
  });
});

/** Waits until the informer emits a status that matches. */
const toFail = ({ statuses }: Observed<ConfigMap>, status: object): Promise<void> =>
  eventually(() => expect(statuses).toContainEqual(expect.objectContaining(deep(status))), 15_000);

const deep = (status: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(status).map(([name, value]) => [
      name,
      typeof value === 'object' ? expect.objectContaining(value as Record<string, unknown>) : value,
    ]),
  );
