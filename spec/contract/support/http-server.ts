import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startTlsFront } from './tls-front.ts';

/** By what a server is reached. */
export type Wire = 'http' | 'https';

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
  /** Connections that are open, those kept alive too. */
  readonly open: () => number;
  /** Resolves when no connection is left that is at work; those kept alive in between may stay. */
  readonly quiet: () => Promise<void>;
  /** Ends the connections that are kept alive in between. */
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
    // A front lives longer than what is behind it: a client would take up again what is about to close.
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

/** Waits until something holds; the spec's own time limit ends what never does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
