/**
 * Runs the benchmark server in a separate process. The server makes all bodies of a collection before it listens.
 *
 *     node main.ts '{"resource":"pods","objects":50000,"events":30000,"paced":5000}'
 *
 * The server supports lists in pages (`continue` is a number of items), whole lists, streaming lists, and objects with
 * metadata only. A watch emits no event until a client requests one of these paths:
 *
 * - `/cold` or `/go`: the watch sends events at full speed.
 * - `/pace`: the watch sends 1,000 events per second. Each event contains the time at which it was written.
 * - `/expire`: the watch ends with 410. The answer comes after the client has listed again and watches again.
 *
 * The path `/state` returns the collection after all events: the version of each key. The process sends the address of
 * the server to the parent process.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { resources } from '../resources.ts';
import { type Form, metadataForm, wholeForm } from './form.ts';
import { type ListPages, listPages } from './list-pages.ts';
import type { ServerOptions } from './server-options.ts';
import { stateAfter } from './state-after.ts';
import { type WatchFrames, watchFrames } from './watch-frames.ts';
import { Watchers, writeAll } from './watchers.ts';

const options = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const { resource, objects, cold = 0, events, paced, streams = false } = options;

const prepare = (form: Form): { readonly pages: ListPages; readonly frames: WatchFrames } => ({
  pages: listPages(form, objects),
  frames: watchFrames(form, { objects, cold, events, paced, streams }),
});
const whole = prepare(wholeForm(resource));
const metadata = options.metadata ? prepare(metadataForm(resource)) : undefined;

const watchers = new Watchers();

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/state') {
    response.end(JSON.stringify(stateAfter(resource, objects, cold + events + paced)));
  } else if (pathname === '/cold') {
    response.end();
    void watchers.flatOut('cold');
  } else if (pathname === '/go') {
    response.end();
    void watchers.flatOut('flatOut');
  } else if (pathname === '/pace') {
    response.end();
    void watchers.paced();
  } else if (pathname === '/expire') {
    void watchers
      .newest()
      .then(() => watchers.expire())
      .then(() => watchers.newest())
      .then(() => response.end());
  } else if (pathname !== resources[resource].path) {
    refuse(response, 404, 'NotFound');
  } else {
    const collection = request.headers.accept?.includes('as=PartialObjectMetadata') ? metadata : whole;
    if (collection === undefined) refuse(response, 406, 'NotAcceptable');
    else if (searchParams.has('watch')) void watch(response, collection.frames, searchParams);
    else {
      const [from = 0, limit = 0] = ['continue', 'limit'].map((name) => Number(searchParams.get(name)));
      send(response, collection.pages.page(from, limit));
    }
  }
});

async function watch(response: ServerResponse, frames: WatchFrames, query: URLSearchParams): Promise<void> {
  const isStreaming = query.get('sendInitialEvents') === 'true';
  if (isStreaming && !streams) {
    refuse(response, 422, 'Invalid');
    return;
  }
  response.writeHead(200, json);
  response.flushHeaders();
  if (isStreaming) await writeAll(response, frames.initial);
  watchers.add(response, frames);
}

const json = { 'content-type': 'application/json' };

function send(response: ServerResponse, pieces: readonly Buffer[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(200, { ...json, 'content-length': length });
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.uncork();
  response.end();
}

function refuse(response: ServerResponse, code: number, reason: string): void {
  response.writeHead(code, json);
  response.end(JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code }));
}

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
