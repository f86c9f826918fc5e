import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { core } from 'rx-informer/kinds';
import { sharedCluster } from './support/cluster.ts';
import { observe, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { type Way, ways } from './support/ways.ts';
import { names, workbench } from './support/workbench.ts';

const cluster = sharedCluster();

afterEach(stopObserving);

describe.each(ways)('changes by %s', (_, open) => {
  let way: Way;
  beforeAll(async () => {
    way = await open(cluster);
  });
  afterAll(() => way.close());

  it('should be told each once, in the order of each object: adds, updates, deletes', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    const observed = observe(bench, way.transport);
    await observed.hasSynced();

    await bench.create(names('map', 300));
    for (let round = 0; round < 3; round++) await bench.change(names('map', 300));
    await bench.remove(names('map', 150));

    await observed.sameAsServer();
    expect(observed.changes).toHaveLength(300 + 900 + 150);
    expect(new Set(observed.changes.map(({ cause }) => cause))).toEqual(new Set(['watch']));
    observed.expectNothingLost();
  });

  it('should tell an object that is deleted and made anew as gone, then as another', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    const observed = observe(bench, way.transport);
    await observed.hasSynced();

    for (let round = 0; round < 3; round++) {
      await bench.create(['phoenix']);
      await bench.remove(['phoenix']);
    }
    await bench.create(['phoenix']);

    await observed.sameAsServer();
    expect(observed.changes.map(({ type }) => type)).toEqual([
      ...Array(3).fill(['added', 'deleted']).flat(),
      'added',
    ]);
    observed.expectNothingLost();
  });

  it('should go on over watches that the server ends in the agreed time, without a second list', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    const transport = recorded(way.transport);
    const observed = observe(bench, transport, {
      watchTimeout: 1_000,
      random: () => 0,
      backoff: { initial: 100 },
    });
    await observed.hasSynced();

    for (const map of names('map', 40)) {
      await bench.create([map]);
      await bench.change([map]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }

    await observed.sameAsServer();
    const lists = transport.requests.filter(({ query }) => query?.['sendInitialEvents'] === 'true');
    expect(lists).toHaveLength(1);
    expect(transport.requests.length).toBeGreaterThan(2);
    expect(observed.informer.store.size).toBe(40);
    observed.expectNothingLost();
  });
});
