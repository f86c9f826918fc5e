import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { InformerStatus } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { BehaviorSubject } from 'rxjs';
import { type Cluster, compact, down, up } from './kube.mjs';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { names, workbench } from './support/workbench.ts';

const backoff = { initial: 100, max: 1_000 };

afterEach(stopObserving);

describe.each(['auto', 'never'] as const)(
  'a history that is compacted (streamingList: %s)',
  (streamingList) => {
    // The watch cache of ConfigMaps is off. Each request then goes to etcd, and a compaction takes effect at once.
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await up(['--watch-cache-sizes=configmaps#0']);
    });
    afterAll(() => down(cluster));

    it('should relist after the 410 of a watch, and emit only the differences', async () => {
      const bench = await workbench(cluster, core.v1.configmaps);
      await bench.create(names('map', 100));
      const transport = recorded(transportTo(cluster));
      const enabled = new BehaviorSubject(true);
      const observed = observe(bench, transport, { backoff, enabled, streamingList });
      await observed.hasSynced();
      await eventually(() => expect(transport.requests.at(-1)?.query?.['watch']).toBe('true'));
      const before = observed.changes.length;

      enabled.next(false);
      await bench.change(names('map', 20));
      await bench.change(names('map', 20));
      await bench.remove(names('map', 5));
      await bench.create(names('new', 7));
      await compact(cluster);
      enabled.next(true);

      await observed.sameAsServer();
      observed.expectNothingLost('gaps');
      expect(observed.statuses.some(isExpired)).toBe(true);
      expect(tally(observed.changes.slice(before))).toEqual({
        'added relist': 7,
        'updated relist': 15,
        'deleted relist false': 5,
      });
    });

    it('should continue with the watch after the relist', async () => {
      const bench = await workbench(cluster, core.v1.configmaps);
      await bench.create(names('map', 10));
      const enabled = new BehaviorSubject(true);
      const observed = observe(bench, transportTo(cluster), { backoff, enabled, streamingList });
      await observed.hasSynced();
      enabled.next(false);
      await bench.change(names('map', 10));
      await compact(cluster);
      enabled.next(true);
      await observed.sameAsServer();
      const before = observed.changes.length;

      await bench.change(names('map', 10));
      await bench.remove(names('map', 10));

      await observed.sameAsServer();
      observed.expectNothingLost('gaps');
      expect(tally(observed.changes.slice(before))).toEqual({
        'updated watch': 10,
        'deleted watch true': 10,
      });
    });
  },
);

describe('paging over a compaction', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await up(['--watch-cache-sizes=configmaps#0']);
  });
  afterAll(() => down(cluster));

  it('should start again after the 410 of a page, and show no part of the incomplete list', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 1_000));
    let page = 0;
    const transport = recorded(transportTo(cluster), ({ query }) =>
      query?.['continue'] !== undefined && ++page === 3 ? lapse() : undefined,
    );
    const lapse = async (): Promise<void> => {
      await bench.change(names('map', 100));
      await bench.remove(['map-999', 'map-0']);
      await bench.create(['another']);
      await compact(cluster);
    };
    const observed = observe(bench, transport, { backoff, pageSize: 200, streamingList: 'never' });

    await observed.hasSynced();
    await observed.sameAsServer();

    expect(observed.statuses.some(isExpired)).toBe(true);
    expect([...observed.sizes]).toEqual([999]);
    observed.expectNothingLost('gaps');
  });

  it('should complete even if each continue token expires', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 500));
    const transport = recorded(transportTo(cluster), ({ query }) =>
      query?.['continue'] !== undefined ? bench.change(['map-0']).then(() => compact(cluster)) : undefined,
    );
    const observed = observe(bench, transport, { backoff, pageSize: 100, streamingList: 'never' });

    await observed.hasSynced();
    await observed.sameAsServer();

    expect(observed.statuses.some(isExpired)).toBe(true);
    observed.expectNothingLost('gaps');
  });
});

describe('a resource without a watch cache: events', () => {
  it('should relist after a compaction', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.events, (namespace) => ({
      involvedObject: { kind: 'Pod', namespace, name: 'web' },
      reason: 'Tested',
      message: 'for the suite',
      type: 'Normal',
    }));
    await bench.create(names('event', 50));
    const enabled = new BehaviorSubject(true);
    const observed = observe(bench, transportTo(cluster), { backoff, enabled });
    await observed.hasSynced();

    enabled.next(false);
    await bench.change(names('event', 20));
    await bench.remove(names('event', 10));
    await compact(cluster);
    enabled.next(true);

    await observed.sameAsServer();
    observed.expectNothingLost('gaps');
    expect(observed.statuses.some(isExpired)).toBe(true);
    await bench.change(['event-49']);
    await observed.sameAsServer();
    observed.expectNothingLost('gaps');
  });
});

const isExpired = (status: InformerStatus): boolean =>
  status.phase === 'waiting' && status.failure === 'expired';

const tally = (
  changes: readonly { readonly type: string; readonly cause: string; readonly finalStateKnown?: boolean }[],
): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { type, cause, finalStateKnown } of changes) {
    const name = [type, cause, finalStateKnown].filter((word) => word !== undefined).join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
