import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startTlsFront } from './tls-front.ts';

/** The protocol of a server. */
export type Wire = 'http' | 'https';

/** A request that a server has received. */
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/** A real HTTP server on loopback, for one spec. */
export interface TestServer {
  readonly address: string;
  readonly seen: readonly Seen[];
  /** The number of connections so far, open or closed. */
  readonly connections: () => number;
  /** The number of open connections, including idle keep-alive ones. */
  readonly open: () => number;
  /** Resolves when no connection has a request. Idle keep-alive connections may stay. */
  readonly quiet: () => Promise<void>;
  /** Closes the idle keep-alive connections. */
  readonly closeIdle: () => void;
  readonly close: () => Promise<void>;
}

export async function startServer(handler: RequestListener, wire: Wire = 'http'): Promise<TestServer> {
  const seen: Seen[] = [];
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  let made = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    busy.add(request.socket);
    response.on('close', () => busy.delete(request.socket));
    handler(request, response);
  });
  server.on('connection', (socket: Socket) => {
    made++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const plain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const front = wire === 'https' ? await startTlsFront(plain) : undefined;

  return {
    address: front?.address ?? plain,
    seen,
    connections: () => made,
    // Counts the connections of the front too, because a client could reuse one that is about to close.
    open: () => Math.max(open.size, front?.open() ?? 0),
    quiet: () => until(() => busy.size === 0),
    closeIdle: () => server.closeIdleConnections(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, front?.close()]);
    },
  };
}

/** Waits until a condition holds. If it never holds, the spec fails by its time limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
