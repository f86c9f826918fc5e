import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { informer, listWatch } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
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

  it('should each be emitted once, in the order of each object: adds, updates, deletes', async () => {
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

  it('should emit a delete and an add for an object that is deleted and created again', async () => {
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
      ...['added', 'deleted'],
      ...['added', 'deleted'],
      ...['added', 'deleted'],
      'added',
    ]);
    observed.expectNothingLost();
  });

  it('should continue after watches that the server ends at their timeout, without a second list', async () => {
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

describe('a selection', () => {
  it('should emit a delete for an object that no longer matches, and an add for an object that begins to match', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 10));
    const source = listWatch(transportTo(cluster), bench.resource, {
      namespace: bench.namespace,
      labelSelector: 'side in (left)',
    });
    const received: string[] = [];
    const running = informer(source)
      .changes()
      .subscribe(({ type, key }) => received.push(`${type} ${key.split('/')[1] ?? ''}`));

    await bench.label('map-1', { side: 'left' });
    await bench.label('map-2', { side: 'left' });
    await bench.label('map-1', { side: 'right' });
    await bench.label('map-2', { side: 'left', size: 'large' });

    const expected = ['added map-1', 'added map-2', 'deleted map-1', 'updated map-2'];
    await eventually(() => expect(received).toEqual(expected), 15_000);
    running.unsubscribe();
  });
});
