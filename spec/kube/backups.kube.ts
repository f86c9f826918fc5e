import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { core } from 'rx-informer/kinds';
import { type Cluster, down, start, stop, up } from './kube.mjs';
import { transportTo } from './support/cluster.ts';
import { observe, stopObserving } from './support/observed.ts';
import { names, workbench } from './support/workbench.ts';

const backoff = { initial: 100, max: 1_000 };
const resource = core.v1.configmaps;

let cluster: Cluster | undefined;

afterEach(async () => {
  stopObserving();
  if (cluster !== undefined) await down(cluster);
  cluster = undefined;
});

/** Returns the folder of etcd's data, and the folder of the backup. */
const data = ({ dir }: Cluster): readonly [from: string, copy: string] => [
  join(dir, 'etcd'),
  join(dir, 'etcd.copy'),
];

/** Copies etcd's data into the backup. Stops etcd before the copy, so that etcd writes nothing meanwhile. */
async function backUp(running: Cluster): Promise<void> {
  const [from, copy] = data(running);
  await stop(running, 'etcd');
  cpSync(from, copy, { recursive: true });
  await start(running, 'etcd');
}

async function restore(running: Cluster): Promise<void> {
  const [from, copy] = data(running);
  await stop(running);
  await stop(running, 'etcd');
  rmSync(from, { recursive: true });
  cpSync(copy, from, { recursive: true });
  await start(running, 'etcd');
  await start(running);
}

describe('a cluster whose etcd is restored from a backup', () => {
  it.each([
    ['streamed lists', 'auto'],
    ['lists in pages', 'never'],
  ] as const)(
    'should be listed again, with the differences and a status that reports the reset: %s',
    async (_, streamingList) => {
      cluster = await up();
      const bench = await workbench(cluster, resource);
      await bench.create(names('kept', 20));
      await backUp(cluster);
      await bench.create(names('ghost', 30));
      await bench.change(names('kept', 10));
      const observed = observe(bench, transportTo(cluster), { backoff, streamingList });
      await observed.hasSynced();
      expect(observed.informer.store.size).toBe(50);
      const before = observed.changes.length;

      await restore(cluster);
      await observed.sameAsServer();
      const changes = observed.changes.slice(before);
      const deleted = changes.filter(({ type }) => type === 'deleted');
      const updated = changes.filter(({ type }) => type === 'updated');

      expect(observed.informer.store.size).toBe(20);
      expect(deleted).toHaveLength(30);
      expect(deleted.every((change) => change.type === 'deleted' && !change.finalStateKnown)).toBe(true);
      expect(updated).toHaveLength(10);
      expect(changes.every(({ cause }) => cause === 'relist')).toBe(true);
      expect(
        observed.statuses.map((status) => (status.phase === 'waiting' ? status.error.message : '')),
      ).toContainEqual(expect.stringMatching(/^the server's version \d+ is below \d+, the newest here/));

      await bench.create(names('later', 4));
      await observed.sameAsServer();
      expect(observed.informer.store.size).toBe(24);
    },
  );
});
