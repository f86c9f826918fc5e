import process from 'node:process';
import { cpuSeconds, residentMegabytes } from './processes.ts';
import { quantile } from '../driver/quantile.ts';
import { clientOf, type Client, type Target } from './target.ts';
import { watchersOf } from './watchers.ts';

/** The load that the benchmark puts on an API server. */
export interface Load {
  readonly objects: number;
  readonly namespaces: number;
  readonly watchers: number;
  /** Number of writes per second. */
  readonly writes: number;
  readonly seconds: number;
}

/** The measurements of an API server under load. */
export interface LoadFigures {
  readonly server: string;
  readonly createsPerSecond: number;
  /** Number of lists per second. Each list returns one namespace as JSON. */
  readonly listsPerSecond: number;
  readonly writesPerSecond: number;
  readonly deliveriesPerSecond: number;
  /** The number of received watch events, divided by the number of expected watch events. */
  readonly delivered: number;
  readonly p50: number;
  readonly p99: number;
  /** Number of CPU cores that the server used during the writes. */
  readonly cores: number;
  /** Number of CPU cores that the clients used during the writes. */
  readonly clientCores: number;
  /** CPU time of the server for one write and the delivery of its events, ms. */
  readonly cpuPerWrite: number;
  /** Resident memory of all processes of the server at the end of the load, MB. */
  readonly rss: number;
  readonly cutWatches: number;
}

/** The names of the numeric measurements, in the order of the table. */
export const figureNames = [
  'createsPerSecond',
  'listsPerSecond',
  'writesPerSecond',
  'deliveriesPerSecond',
  'delivered',
  'p50',
  'p99',
  'cores',
  'clientCores',
  'cpuPerWrite',
  'rss',
  'cutWatches',
] as const satisfies readonly (keyof LoadFigures)[];

/** Runs the given load against a server. Resolves with the measurements. */
export async function underLoad(
  target: Target,
  load: Load,
  say: (line: string) => void,
): Promise<LoadFigures> {
  const client = await clientOf(target, 32);
  const namespaces = Array.from({ length: load.namespaces }, (_, at) => `bench-${at}`);
  for (const name of namespaces) await client.send('POST', '/api/v1/namespaces', { metadata: { name } });
  const createsPerSecond = await fill(client, namespaces, load.objects);
  say(`${target.name}: ${load.objects} objects`);
  const listsPerSecond = await lists(client, namespaces);
  const watchers = await watchersOf(client, namespaces, load.watchers);
  await settled(() => watchers.delivered);
  say(`${target.name}: ${load.watchers} watches`);

  const before = watchers.delivered;
  const first = watchers.latencies.length;
  const cpu = cpuSeconds(target.pids);
  const ownCpu = cpuSeconds([process.pid]);
  const begun = performance.now();
  const written = await write(client, namespaces, load);
  const took = (performance.now() - begun) / 1000;
  const clientCores = (cpuSeconds([process.pid]) - ownCpu) / took;
  const cores = (cpuSeconds(target.pids) - cpu) / took;
  await settled(() => watchers.delivered);
  const all = (watchers.lastAt - begun) / 1000;
  const delivered = watchers.delivered - before;
  const expected = (written * load.watchers) / load.namespaces;
  const latencies = watchers.latencies.slice(first);
  const figures = {
    server: target.name,
    createsPerSecond,
    listsPerSecond,
    writesPerSecond: written / took,
    deliveriesPerSecond: delivered / all,
    delivered: expected === 0 ? 1 : delivered / expected,
    p50: quantile(latencies),
    p99: quantile(latencies, 0.99),
    cores,
    clientCores,
    cpuPerWrite: (cores * took * 1000) / written,
    rss: target.pids.map(residentMegabytes).reduce((sum, megabytes) => sum + megabytes, 0),
    cutWatches: watchers.ended,
  };
  watchers.close();
  client.close();
  return figures;
}

const value = 'x'.repeat(400);
const nameOf = (at: number): string => `object-${at}`;

async function fill(client: Client, namespaces: readonly string[], objects: number): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < objects; at = next++) {
      const path = `/api/v1/namespaces/${namespaces[at % namespaces.length] ?? ''}/configmaps`;
      await client.send('POST', path, { metadata: { name: nameOf(at) }, data: { value } });
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return objects / ((performance.now() - begun) / 1000);
}

async function lists(client: Client, namespaces: readonly string[]): Promise<number> {
  const begun = performance.now();
  let count = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - begun < 3000) {
      const namespace = namespaces[count++ % namespaces.length] ?? '';
      await client.send('GET', `/api/v1/namespaces/${namespace}/configmaps`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return count / ((performance.now() - begun) / 1000);
}

/**
 * Changes one ConfigMap after the other at the rate of `load.writes`. If the server is too slow for this rate, 32
 * workers write as fast as the server answers.
 */
async function write(client: Client, namespaces: readonly string[], load: Load): Promise<number> {
  const total = load.writes * load.seconds;
  const begun = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < total; at = next++) {
      const wait = begun + (at / load.writes) * 1000 - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (performance.now() - begun > load.seconds * 1500) return;
      const object = Math.imul(at, 7919) % load.objects;
      const path = `/api/v1/namespaces/${namespaces[object % namespaces.length] ?? ''}/configmaps/${nameOf(object)}`;
      await client.send('PATCH', path, { data: { sent: String(performance.now()) } });
      done++;
    }
  };
  let done = 0;
  await Promise.all(Array.from({ length: 32 }, worker));
  return done;
}

/** Waits until `count()` has not changed for half a second. */
async function settled(count: () => number): Promise<void> {
  for (let before = -1; count() !== before;) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
