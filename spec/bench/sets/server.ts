/**
 * Runs the benchmark server of the scenario `sets` in a separate process. The server has the pods of many namespaces: in
 * one collection of the whole cluster, and in one collection for each namespace. The server makes all bodies before it
 * listens.
 *
 *     node server.ts '{"resource":"pods","objects":30000,"cold":10000,"events":20000,"paced":0}'
 *
 * The number of namespaces is the hundredth part of the number of objects. A watch emits no event until a client requests
 * `/cold` or `/go`. Then the server sends the events at a fixed rate to each open watch that includes the object. The path
 * `/stats` returns the numbers of requests and of connections for pods, and `/state` the version of each pod after all
 * events. The process sends the address of the server to the parent process.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { listPages } from '../server/list-pages.ts';
import { bodies } from '../server/objects/index.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { changedBy } from '../server/watch-frames.ts';
import {
  clusterForm,
  furtherNamespaces,
  namespaceForm,
  namespaceName,
  podsPerNamespace,
} from './namespaced.ts';

const { objects, cold = 0, events } = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const namespaces = objects / podsPerNamespace;
const eventsPerSecond = 4_000;

const form = clusterForm(namespaces);
const collections = new Map([
  ['/api/v1/pods', listPages(form, objects)],
  ...Array.from({ length: namespaces + furtherNamespaces }, (_, nth) => {
    const pages = listPages(namespaceForm(namespaces, nth), podsPerNamespace, objects);
    return [`/api/v1/namespaces/${namespaceName(nth)}/pods`, pages] as const;
  }),
]);
const frames = Array.from({ length: cold + events }, (_, event) => {
  const index = changedBy(event, objects);
  return {
    path: `/api/v1/namespaces/${namespaceName(index % namespaces)}/pods`,
    bytes: Buffer.from(`{"type":"MODIFIED","object":${form.object(index, objects + event + 1)}}\n`),
  };
});

const watches = new Map<string, Set<ServerResponse>>();
const sockets = new Set<unknown>();
let requests = 0;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const pages = collections.get(pathname);
  if (pages !== undefined) {
    requests += 1;
    sockets.add(request.socket);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (searchParams.has('watch')) watch(pathname, response);
    else {
      const [from = 0, limit = 0] = ['continue', 'limit'].map((name) => Number(searchParams.get(name)));
      response.end(Buffer.concat(pages.page(from, limit)));
    }
  } else if (pathname === '/cold' || pathname === '/go') {
    response.end();
    void send(pathname === '/cold' ? frames.slice(0, cold) : frames.slice(cold));
  } else if (pathname === '/stats') {
    response.end(JSON.stringify({ requests, connections: sockets.size }));
    requests = 0;
    sockets.clear();
  } else if (pathname === '/state') response.end(JSON.stringify(stateAtEnd()));
  else response.writeHead(404).end();
});

function watch(path: string, response: ServerResponse): void {
  const own = watches.get(path) ?? new Set();
  watches.set(path, own.add(response));
  response.on('close', () => own.delete(response));
  response.flushHeaders();
}

async function send(due: typeof frames): Promise<void> {
  const start = performance.now();
  for (let sent = 0; sent < due.length;) {
    const until = Math.min(due.length, ((performance.now() - start) * eventsPerSecond) / 1_000);
    for (; sent < until; sent++) {
      const { path = '', bytes = '' } = due[sent] ?? {};
      for (const one of ['/api/v1/pods', path]) {
        for (const response of watches.get(one) ?? []) response.write(bytes);
      }
    }
    await setTimeout(1);
  }
}

function stateAtEnd(): Readonly<Record<string, number | string>> {
  const versions = Array.from({ length: objects }, (_, index) => index + 1);
  for (let event = 0; event < frames.length; event++)
    versions[changedBy(event, objects)] = objects + event + 1;
  return Object.fromEntries(
    versions.map((version, index) => {
      const { name } = bodies.pods(index, version).metadata;
      return [`${namespaceName(index % namespaces)}/${String(name)}`, String(version)];
    }),
  );
}

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit()); // the server ends with the benchmark that has started it
