import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../contract/support/self-signed.ts';

/** A pod of the test server. */
export interface ServerPod {
  readonly kind: 'Pod';
  readonly apiVersion: 'v1';
  readonly metadata: {
    readonly name: string;
    readonly namespace: 'default';
    readonly uid: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** A request that the test server has received, with its time in ms (`performance.now()`). */
export interface Asked {
  readonly at: number;
  readonly verb: 'list' | 'watch' | 'streamed list';
}

/**
 * Handles the n-th list or watch. The first list or watch has the number 1. If the function returns false, the server
 * answers as usual.
 */
type Answer = (response: ServerResponse, nth: number) => boolean;

export interface Hooks {
  readonly list?: Answer;
  readonly watch?: Answer;
  /** Makes the test server use TLS. */
  readonly tls?: true;
}

/**
 * A test server with pods in one namespace. `hooks` can make the server violate the protocol. Without `hooks`, a list
 * has a resourceVersion, and a watch starts at a resourceVersion and sends all later events. Like Kubernetes before
 * 1.32, the server has no streaming lists.
 */
export class HostileServer {
  readonly asked: Asked[] = [];
  readonly watches = new Set<ServerResponse>();
  /** Number of connections that the server has accepted so far. */
  connections = 0;
  readonly #hooks: Hooks;
  readonly #pods = new Map<string, ServerPod>();
  #history: { readonly version: number; readonly frame: string }[] = [];
  #version = 0;
  #oldest = 0;
  #uids = 0;
  readonly #http: ReturnType<typeof createServer>;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      this.#answer(request, response);
    this.#http =
      hooks.tls === true ? https.createServer(selfSigned('127.0.0.1'), answer) : createServer(answer);
    this.#http.on('connection', () => this.connections++);
    for (const name of ['a', 'b', 'c']) this.add(name);
  }

  async listen(): Promise<string> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    return `${this.#hooks.tls === true ? 'https' : 'http'}://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }

  /** The objects that an informer must finally have. Each text is `name@version`. */
  get state(): readonly string[] {
    return [...this.#pods.values()]
      .map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)
      .sort();
  }

  count(verb: Asked['verb']): number {
    return this.asked.filter((one) => one.verb === verb).length;
  }

  add(name: string, annotations?: Readonly<Record<string, string>>): ServerPod {
    const uid = `uid-${++this.#uids}`;
    return this.#write('ADDED', { name, uid, ...(annotations !== undefined && { annotations }) });
  }

  modify(name: string, annotations?: Readonly<Record<string, string>>): ServerPod {
    const uid = this.#pods.get(name)?.metadata.uid ?? '';
    return this.#write('MODIFIED', { name, uid, ...(annotations !== undefined && { annotations }) });
  }

  remove(name: string): void {
    const uid = this.#pods.get(name)?.metadata.uid ?? '';
    this.#write('DELETED', { name, uid });
    this.#pods.delete(name);
  }

  /** Removes the history. A watch from an older resourceVersion then gets 410. */
  expire(): void {
    this.#history = [];
    this.#oldest = this.#version;
  }

  /** Sends these bytes to all open watches. */
  send(bytes: string | Uint8Array): void {
    for (const watch of this.watches) watch.write(bytes);
  }

  #write(type: string, fields: { readonly name: string; readonly uid: string }): ServerPod {
    const resourceVersion = String(++this.#version);
    const pod: ServerPod = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { namespace: 'default', ...fields, resourceVersion },
    };
    this.#pods.set(fields.name, pod);
    const frame = `${JSON.stringify({ type, object: pod })}\n`;
    this.#history.push({ version: this.#version, frame });
    this.send(frame);
    return pod;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const isWatch = query.has('watch');
    const verb = !isWatch ? 'list' : query.has('sendInitialEvents') ? 'streamed list' : 'watch';
    this.asked.push({ at: performance.now(), verb });
    const nth = this.count(verb);
    if (verb === 'streamed list') refuse(response, 422, 'Invalid', 'the WatchList feature gate is off');
    else if (verb === 'list') this.#list(response, nth);
    else this.#watch(response, nth, Number(query.get('resourceVersion') ?? 0));
  }

  #list(response: ServerResponse, nth: number): void {
    if (this.#hooks.list?.(response, nth) === true) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    const metadata = { resourceVersion: String(this.#version) };
    response.end(
      JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items: [...this.#pods.values()] }),
    );
  }

  #watch(response: ServerResponse, nth: number, since: number): void {
    if (this.#hooks.watch?.(response, nth) === true) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    if (since < this.#oldest) {
      response.end(goneFrame);
      return;
    }
    for (const { version, frame } of this.#history) if (version > since) response.write(frame);
    this.watches.add(response);
    response.on('close', () => this.watches.delete(response));
  }
}

/** Refuses a request with a Status, as a real API server does. */
export function refuse(response: ServerResponse, code: number, reason: string, message: string): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(statusText(code, reason, message));
}

const statusText = (code: number, reason: string, message: string): string =>
  JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code,
    reason,
    message,
  });

export const errorFrame = (code: number, reason: string): string =>
  `{"type":"ERROR","object":${statusText(code, reason, reason)}}\n`;

export const goneFrame: string = errorFrame(410, 'Expired');
