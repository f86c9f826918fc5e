/**
 * The speed server, in a process of its own: a pods collection whose bodies are all made before it listens.
 *
 *     node server.ts OBJECTS EVENTS
 *
 * Lists in pages of 500 (`continue` counts the items). A watch is silent until someone asks for `/go`; then come the events,
 * flat out. Sends its address to its parent.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { podItem, podObject } from './pods.ts';

const [objects = 0, events = 0] = process.argv.slice(2).map(Number);
const pageSize = 500;

const pages = Array.from({ length: Math.ceil(objects / pageSize) }, (_, page) => {
  const from = page * pageSize;
  const to = Math.min(from + pageSize, objects);
  const items = Array.from({ length: to - from }, (_, i) => podItem(from + i, from + i + 1)).join(',');
  const more = to < objects ? `,"continue":"${to}","remainingItemCount":${objects - to}` : '';
  return Buffer.from(
    `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"${objects}"${more}},"items":[${items}]}\n`,
  );
});

const frame = (event: number): string => {
  const index = Math.imul(event, 7_919) % objects; // all over the collection
  return `{"type":"MODIFIED","object":${podObject(index, objects + event + 1)}}\n`;
};
const batch = 1_000;
const frames = Array.from({ length: Math.ceil(events / batch) }, (_, part) => {
  const length = Math.min(batch, events - part * batch);
  return Buffer.from(Array.from({ length }, (_, i) => frame(part * batch + i)).join(''));
});

const watchers: ServerResponse[] = [];
const waitingToGo: ServerResponse[] = [];

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/go') {
    waitingToGo.push(response);
    void goOn();
  } else if (searchParams.has('sendInitialEvents')) {
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(
      '{"kind":"Status","code":422,"reason":"Invalid","message":"the WatchList feature gate is off"}',
    );
  } else if (searchParams.has('watch')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    response.on('close', () => watchers.splice(watchers.indexOf(response), 1));
    watchers.push(response);
    void goOn();
  } else {
    const page = pages[Number(searchParams.get('continue') ?? 0) / pageSize];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(page);
  }
});

/** Sends everything to the watcher once there is one and someone said go. */
async function goOn(): Promise<void> {
  const [watcher] = watchers;
  if (watcher === undefined) return;
  const go = waitingToGo.shift();
  if (go === undefined) return;
  go.end();
  for (const part of frames) {
    for (let at = 0; at < part.length; at += 65_536) {
      if (!watcher.write(part.subarray(at, at + 65_536))) {
        await new Promise((resolve) => watcher.once('drain', resolve));
      }
    }
  }
}

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
