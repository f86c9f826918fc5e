import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { core, type ConfigMap } from 'rx-informer/kinds';
import { type Cluster, down, up } from './kube.mjs';
import { asAdmin } from './support/admin.ts';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, type Observed, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { names, type Workbench, workbench } from './support/workbench.ts';

const maps = core.v1.configmaps;
const shards = [0, 1, 2, 3].map((index) => ({ index, of: 4 }));
const namesIn = (observed: readonly Observed<ConfigMap>[]): string[] =>
  observed.flatMap(({ informer }) => informer.store.list().map(({ metadata }) => metadata.name)).toSorted();

/**
 * Starts four informers, one for each shard, for the objects of a spec. Records the shard selectors of their requests.
 */
async function four(cluster: Cluster): Promise<{
  readonly bench: Workbench<ConfigMap>;
  readonly observed: readonly Observed<ConfigMap>[];
  readonly selectors: readonly string[];
}> {
  const bench = await workbench(cluster, maps);
  await bench.create(names('map', 200));
  const transport = recorded(transportTo(cluster));
  const observed = shards.map((shard) =>
    observe(bench, transport, { shard, pageSize: 50, streamingList: 'never' }),
  );
  await Promise.all(observed.map((one) => one.hasSynced()));
  const selectors = transport.requests.map(({ query }) => query?.['shardSelector'] ?? '');
  return { bench, observed, selectors: [...new Set(selectors)] };
}

/** Checks that each object is in exactly one store, and that exactly one informer emitted each change. */
async function expectShared(
  bench: Workbench<ConfigMap>,
  observed: readonly Observed<ConfigMap>[],
): Promise<void> {
  expect(observed.map(({ informer }) => informer.store.size).every((size) => size > 0)).toBe(true);
  await bench.change(names('map', 100));
  await bench.remove(names('map', 50));
  await bench.create(names('late', 50));
  const left = (await bench.list()).map(({ metadata }) => metadata.name).toSorted();

  await eventually(() => expect(namesIn(observed)).toEqual(left));
  const received = observed
    .flatMap(({ changes }) => changes.map(({ type, key }) => `${type} ${key}`))
    .toSorted();
  expect(received).toEqual(bench.writes.map(({ type, key }) => `${type} ${key}`).toSorted());
}

afterEach(stopObserving);

describe('four shards, with a server that shards', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await up(['--feature-gates=ShardedListAndWatch=true']);
  });
  afterAll(() => down(cluster));

  it('should contain each object once, in the shard that the server computes (P138)', async () => {
    const { bench, observed, selectors } = await four(cluster);
    const path = `/api/v1/namespaces/${bench.namespace}/configmaps`;
    const lists = await asAdmin(cluster, (ask) =>
      Promise.all(
        selectors.map((selector) =>
          ask<{ metadata: object; items: readonly ConfigMap[] }>(
            'GET',
            `${path}?shardSelector=${encodeURIComponent(selector)}`,
          ),
        ),
      ),
    );

    expect(selectors).toHaveLength(4);
    expect(lists.map(({ metadata }) => metadata)).toEqual(
      selectors.map((selector) => expect.objectContaining({ shardInfo: { selector } })),
    );
    expect(lists.map(({ items }) => items.length)).toEqual(
      observed.map(({ informer }) => informer.store.size),
    );
    await expectShared(bench, observed);
  });

  it('should keep the same namespaces together as the server', async () => {
    const bench = await workbench(cluster, maps);
    await bench.create(names('map', 10));
    const transport = transportTo(cluster);

    const halves = [0, 1].map((index) =>
      observe(bench, transport, { shard: { index, of: 2, by: 'namespace' } }),
    );
    await Promise.all(halves.map((half) => half.hasSynced()));

    expect(halves.map(({ informer }) => informer.store.size).toSorted((a, b) => a - b)).toEqual([0, 10]);
  });
});

describe('four shards, with a server that does not shard', () => {
  it('should contain each object once (P138)', async () => {
    const { bench, observed } = await four(sharedCluster());

    await expectShared(bench, observed);
  });
});
