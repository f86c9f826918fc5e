import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { compact, down, start, stop, up } from '../../kube/kube.mjs';
import { between } from '../support/random.ts';
import type { Site, SiteClient } from './site.ts';

/**
 * Starts a kube-apiserver and its etcd for the chaos test. The server reads Secrets from etcd without a watch cache,
 * so that a compaction of etcd takes effect at once.
 */
export async function realSite(clients: readonly SiteClient[]): Promise<Site> {
  const cluster = await up(['--watch-cache-sizes=secrets#0']);
  let generation = 0;
  const tokens = (): readonly string[] => clients.map((_, i) => `token-${i}-${generation}`);
  const writeTokens = (): void => {
    const lines = tokens().map((token, i) => `${token},client-${i},client-${i},system:masters`);
    const admin = `${cluster.token},admin,admin,system:masters`;
    writeFileSync(join(cluster.dir, 'tokens.csv'), `${[admin, ...lines].join('\n')}\n`);
  };
  const restart = async (signal: NodeJS.Signals): Promise<void> => {
    await stop(cluster, 'kube-apiserver', signal);
    await start(cluster);
  };
  try {
    writeTokens();
    await restart('SIGKILL'); // the server reads the tokens only at its start
  } catch (error) {
    await down(cluster);
    throw error;
  }

  const signalServer = (signal: NodeJS.Signals): void =>
    void process.kill(cluster.pids['kube-apiserver'], signal);
  const quiet = (deed: Promise<void>): Promise<string> => deed.then(() => '');
  return {
    server: cluster.server,
    adminToken: cluster.token,
    caFile: cluster.caFile,
    tokens,
    serverFaults: [
      { name: 'kill and start', run: () => quiet(restart('SIGKILL')) },
      { name: 'stop and start', run: () => quiet(restart('SIGTERM')) },
      { name: 'compact', run: () => quiet(compact(cluster)) },
      {
        name: 'compact, kill and start',
        run: () => quiet(compact(cluster).then(() => restart('SIGKILL'))),
      },
      {
        name: 'etcd killed and started',
        async run(random) {
          await stop(cluster, 'etcd', 'SIGKILL');
          const ms = between(random, 0, 1_000);
          await sleep(ms);
          await start(cluster, 'etcd');
          return `after ${ms} ms`;
        },
      },
      {
        name: 'is suspended',
        async run(random) {
          const ms = between(random, 1_000, 5_000);
          signalServer('SIGSTOP');
          await sleep(ms);
          signalServer('SIGCONT');
          return `for ${ms} ms`;
        },
      },
    ],
    rotate: async () => {
      generation++;
      writeTokens();
      await restart('SIGTERM');
    },
    heal: () => undefined,
    close: () => down(cluster),
  };
}
