/**
 * Runs a real kube-apiserver with pods, and a writer of the pods. In a scenario, this process replaces the benchmark
 * server.
 *
 *     node server.ts '{"objects":8000,"events":6000}'
 *
 * A GET of `go` changes one pod after the other, at a fixed rate. If the server is slower, the writer changes the pods
 * as fast as the server answers. The answer to the GET comes after the last change. The process sends a RealAddress to
 * the parent process.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { down, up } from '../../kube/kube.mjs';
import { type Client, clientOf } from '../apiserver/target.ts';
import { bodies } from '../server/objects/index.ts';
import type { ServerOptions } from '../server/server-options.ts';
import type { RealAddress } from './address.ts';

const { objects, events } = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const eventsPerSecond = 750;
const connections = 32;

const cluster = await up();
const { server, token, caFile, kubeconfig, pids } = cluster;
const target = {
  name: 'kube-apiserver',
  url: server,
  token,
  ca: readFileSync(caFile, 'utf8'),
  pids: [pids['kube-apiserver'], pids.etcd],
};
const end = (): void => {
  void down(cluster).then(() => process.exit());
};
process.once('SIGTERM', end);
process.once('disconnect', end);

/** Makes `count` calls. At most `connections` calls run at the same time. */
async function each(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let nth = next++; nth < count; nth = next++) await work(nth);
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

const podOf = (index: number): { readonly path: string; readonly name: string; readonly pod: object } => {
  const { metadata, ...rest } = bodies.pods(index, 0);
  const { name, namespace, labels, annotations } = metadata as Readonly<Record<string, unknown>>;
  return {
    path: `/api/v1/namespaces/${String(namespace)}/pods`,
    name: String(name),
    pod: { ...rest, metadata: { name, labels, annotations } },
  };
};

async function fill(client: Client): Promise<void> {
  const namespaces = [
    ...new Set(Array.from({ length: objects }, (_, index) => podOf(index).path.split('/')[4])),
  ];
  await each(namespaces.length, (nth) =>
    client.send('POST', '/api/v1/namespaces', { metadata: { name: namespaces[nth] } }),
  );
  await each(objects, (nth) => {
    const { path, pod } = podOf(nth);
    return client.send('POST', path, pod);
  });
}

let turn = 0; // a new value in each patch, because a patch without a change causes no watch event

async function write(client: Client): Promise<void> {
  const start = performance.now();
  await each(events, async (nth) => {
    const wait = start + (nth * 1_000) / eventsPerSecond - performance.now();
    if (wait > 0) await setTimeout(wait);
    const { path, name } = podOf(Math.imul(nth, 7_919) % objects);
    await client.send('PATCH', `${path}/${name}`, { metadata: { annotations: { turn: String(turn++) } } });
  });
}

const client = await clientOf(target, connections);
await fill(client);
const control = createServer((_, response) => {
  void write(client).then(() => response.end());
});
control.listen(0, '127.0.0.1', () => {
  const go = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
  const address: RealAddress = { server, token, caFile, kubeconfig, go };
  process.send?.(JSON.stringify(address));
});
