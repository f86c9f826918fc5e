import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a server was asked. */
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/** A real HTTP server on the loopback, for one spec. */
export interface TestServer {
  readonly address: string;
  readonly seen: readonly Seen[];
  /** Connections that were made, open or not. */
  readonly connections: () => number;
  /** Resolves when no connection is left that is at work; those kept alive in between may stay. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startServer(handler: RequestListener): Promise<TestServer> {
  const seen: Seen[] = [];
  const busy = new Set<Socket>();
  let made = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    busy.add(request.socket);
    response.on('close', () => busy.delete(request.socket));
    handler(request, response);
  });
  server.on('connection', () => made++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    connections: () => made,
    async quiet() {
      while (busy.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Waits until something holds; the spec's own time limit ends what never does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
