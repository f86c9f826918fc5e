import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { core } from 'rx-informer/kinds';
import { start, stop } from './kube.mjs';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, type Observed, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { names, workbench } from './support/workbench.ts';

const backoff = { initial: 100, max: 1_000 };

afterEach(stopObserving);

describe('an API server that stops and returns', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)('should lose nothing after a %s and a restart', async (signal) => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 200));
    const observed = observe(bench, transportTo(cluster), { backoff });
    await observed.hasSynced();

    for (let round = 0; round < 2; round++) {
      await bench.change(names('map', 100));
      await stop(cluster, 'kube-apiserver', signal);
      await toWait(observed);
      await start(cluster);
      await bench.change(names('map', 50));
      await bench.remove(names('map', 10));
      await bench.create(names('map', 10));
    }

    await observed.sameAsServer();
    observed.expectNothingLost('gaps');
    expect(observed.statuses.at(-1)).toMatchObject({ phase: 'watching', hasSynced: true });
  });

  it('should resume after the server was suspended, without a second list', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);
    const transport = recorded(transportTo(cluster));
    await bench.create(names('map', 50));
    const observed = observe(bench, transport, { backoff, idleTimeout: 1_500 });
    await observed.hasSynced();

    process.kill(cluster.pids['kube-apiserver'], 'SIGSTOP');
    try {
      await toWait(observed);
    } finally {
      process.kill(cluster.pids['kube-apiserver'], 'SIGCONT');
    }
    await bench.change(names('map', 50));
    await bench.remove(names('map', 10));

    await observed.sameAsServer();
    observed.expectNothingLost();
    const lists = transport.requests.filter(({ query }) => query?.['sendInitialEvents'] === 'true');
    expect(lists).toHaveLength(1);
  });

  it('should never show an incomplete list: the server dies between two pages', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 1_000));
    let page = 0;
    const transport = recorded(transportTo(cluster), ({ query }) =>
      query?.['continue'] !== undefined && ++page === 3
        ? stop(cluster, 'kube-apiserver', 'SIGKILL')
        : undefined,
    );
    const observed = observe(bench, transport, { backoff, pageSize: 200, streamingList: 'never' });

    await toWait(observed);
    expect(observed.informer.store.size).toBe(0);
    await start(cluster);
    await observed.hasSynced();

    expect([...observed.sizes]).toEqual([1_000]);
    await observed.sameAsServer();
    observed.expectNothingLost();
  });

  it.each([
    ['that dies and returns', 0],
    ['that is away for ten seconds', 10_000],
  ])(
    'should continue after an etcd %s: an informer that runs, and one that starts in the meantime',
    async (_, gone) => {
      const cluster = sharedCluster();
      const bench = await workbench(cluster, core.v1.configmaps);
      await bench.create(names('map', 50));
      const running = observe(bench, transportTo(cluster), { backoff });
      await running.hasSynced();

      await stop(cluster, 'etcd', 'SIGKILL');
      const beginning = observe(bench, transportTo(cluster), { backoff });
      await sleep(gone);
      await start(cluster, 'etcd');
      await eventually(() => bench.list());
      await bench.change(names('map', 50));

      for (const observed of [running, beginning]) {
        await observed.sameAsServer();
        observed.expectNothingLost('gaps');
      }
    },
  );
});

/** Waits until the informer emits a status that shows the fault. */
function toWait({ statuses }: Pick<Observed<never>, 'statuses'>): Promise<void> {
  const before = statuses.length;
  return eventually(() => expect(statuses.slice(before).map(({ phase }) => phase)).toContain('waiting'));
}
