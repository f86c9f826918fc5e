/**
 * Runs a load against the embedded API server, and against a real API server if its binaries are installed: `npm run
 * suite -- bench:apiserver`.
 *
 * npm run suite -- bench:apiserver [--quick] [--objects 100000] [--namespaces 50] [--watchers 1000] [--writes 2000]
 *   [--seconds 10] [--rounds 1] [--tls] [--no-kube] [--json]
 *
 * The server runs in one process, and all clients run in another process. Each watch covers one namespace. With 50
 * namespaces, a watch receives one of 50 writes. A write is a merge patch of a ConfigMap of half a kilobyte.
 *
 * The rounds of the two servers alternate, and the table contains the median of each measurement. The real server
 * always uses HTTPS; the embedded server uses HTTPS with `--tls`. The script runs only on Linux, because it reads
 * /proc.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { assets, down, up } from '../../kube/kube.mjs';
import { quantile } from '../driver/quantile.ts';
import { figureNames, type LoadFigures, underLoad } from './load.ts';
import type { Target } from './target.ts';

const { values: given } = parseArgs({
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    objects: { type: 'string' },
    namespaces: { type: 'string', default: '50' },
    watchers: { type: 'string' },
    writes: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    tls: { type: 'boolean', default: false },
    kube: { type: 'boolean', default: true },
    json: { type: 'boolean', default: false },
  },
});
const { quick } = given;
const load = {
  objects: Number(given.objects ?? (quick ? 2_000 : 100_000)),
  namespaces: Number(given.namespaces),
  watchers: Number(given.watchers ?? (quick ? 100 : 1_000)),
  writes: Number(given.writes ?? (quick ? 200 : 2_000)),
  seconds: Number(given.seconds ?? (quick ? 2 : 10)),
};
const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

async function embedded(): Promise<LoadFigures> {
  const server = fork(new URL('./server.ts', import.meta.url), given.tls ? ['tls'] : []);
  const [target] = (await once(server, 'message')) as [Target & { readonly ready: number }];
  say(`${target.name}: ready after ${target.ready.toFixed(0)} ms`);
  try {
    return await underLoad(target, load, say);
  } finally {
    const exited = once(server, 'exit');
    server.disconnect();
    await exited;
  }
}

async function real(): Promise<LoadFigures> {
  const cluster = await up();
  const { server: url, token, caFile, pids } = cluster;
  const ca = readFileSync(caFile, 'utf8');
  const target = { name: 'kube-apiserver', url, token, ca, pids: [pids['kube-apiserver'], pids.etcd] };
  try {
    return await underLoad(target, load, say);
  } finally {
    await down(cluster);
  }
}

const hasKube = given.kube && existsSync(`${assets}/kube-apiserver`);
if (!hasKube) say('without kube-apiserver');
const rows: LoadFigures[] = [];
for (let round = 0; round < Number(given.rounds); round++) {
  rows.push(await embedded());
  if (hasKube) rows.push(await real());
}

if (given.json) console.log(JSON.stringify({ load, rows }));
else {
  console.log(JSON.stringify(load));
  console.table(
    Object.fromEntries(
      figureNames.map((name) => [
        name,
        Object.fromEntries(servers().map((server) => [server, medianOf(server, name)])),
      ]),
    ),
  );
}

function servers(): readonly string[] {
  return [...new Set(rows.map(({ server }) => server))];
}

function medianOf(server: string, name: (typeof figureNames)[number]): number {
  const values = rows.filter((row) => row.server === server).map((row) => row[name]);
  return Number(quantile(values).toPrecision(3));
}
