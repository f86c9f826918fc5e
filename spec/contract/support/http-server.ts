import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startTlsFront } from './tls-front.ts';

/** The protocol of a test server. */
export type Wire = 'http' | 'https';

/** A request that a test server has received. */
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/** A real HTTP server on 127.0.0.1 for one spec. */
export interface TestServer {
  readonly address: string;
  readonly seen: readonly Seen[];
  /** Number of connections that the server has accepted, open or closed. */
  readonly connections: () => number;
  /** Number of open connections, including idle keep-alive connections. */
  readonly open: () => number;
  /** Resolves when no request is running. Idle keep-alive connections may stay open. */
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
    // Also counts the connections of the TLS proxy. A client could reuse a connection of the proxy that is about to
    // close.
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

/** Waits until a condition is true. If the condition never becomes true, the spec fails at its time limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
