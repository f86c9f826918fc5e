import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Transport } from 'rx-informer';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { observe, stopObserving } from './support/observed.ts';
import { type Proxy, proxyTo } from './support/proxy.ts';
import { recorded } from './support/recorded.ts';
import { names, workbench } from './support/workbench.ts';

const cluster = sharedCluster();
let proxy: Proxy;

const transports: Record<string, () => Transport> = {
  kubeConfigTransport: () => transportTo(cluster),
  fetchTransport: () => fetchTransport({ server: proxy.server, token: () => cluster.token }),
};

beforeAll(async () => {
  proxy = await proxyTo(cluster);
});
afterEach(stopObserving);
afterAll(() => proxy.close());

describe.each(Object.keys(transports))('changes by %s', (name) => {
  const open = () => recorded(transports[name]!());

  it('should be told each once, in the order of each object: adds, updates, deletes', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    const { changes, hasSynced, sameAsServer, expectNothingLost } = observe(bench, open());
    await hasSynced();

    await bench.create(names('map', 300));
    for (let round = 0; round < 3; round++) await bench.change(names('map', 300));
    await bench.remove(names('map', 150));

    await sameAsServer();
    expect(changes).toHaveLength(300 + 900 + 150);
    expect(new Set(changes.map(({ cause }) => cause))).toEqual(new Set(['watch']));
    expectNothingLost();
  });

  it('should tell an object that is deleted and made anew as gone, then as another', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    const { changes, hasSynced, sameAsServer, expectNothingLost } = observe(bench, open());
    await hasSynced();

    for (let round = 0; round < 3; round++) {
      await bench.create(['phoenix']);
      await bench.remove(['phoenix']);
    }
    await bench.create(['phoenix']);

    await sameAsServer();
    expect(changes.map(({ type }) => type)).toEqual([...Array(3).fill(['added', 'deleted']).flat(), 'added']);
    expectNothingLost();
  });

  it('should go on over watches that the server ends in the agreed time, without a second list', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    const transport = open();
    const { informer, statuses, hasSynced, sameAsServer, expectNothingLost } = observe(bench, transport, {
      watchTimeout: 1_000,
      random: () => 0,
    });
    await hasSynced();

    for (const map of names('map', 40)) {
      await bench.create([map]);
      await bench.change([map]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }

    await sameAsServer();
    const lists = transport.requests.filter(({ query }) => query?.['sendInitialEvents'] === 'true');
    expect(lists).toHaveLength(1);
    expect(transport.requests.length).toBeGreaterThan(2);
    expect(statuses.filter(({ phase }) => phase === 'listing')).toHaveLength(1);
    expect(informer.store.size).toBe(40);
    expectNothingLost();
  });
});
