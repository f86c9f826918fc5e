import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A file that the page server sends. */
interface Served {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** The files of the page server, by path. */
export type Files = Readonly<Record<string, Served>>;

/** A request that the page server has forwarded to the API server. `open` is true until the response ends. */
interface Passed {
  readonly path: string;
  open: boolean;
}

/**
 * The server of a web page such as a dashboard. The server sends the files of the page. It forwards requests for all
 * other paths to the API server.
 */
export interface PageServer {
  readonly url: string;
  /** The requests that the page server has forwarded, in order. */
  readonly passed: readonly Passed[];
  /** Resets each connection, and refuses new connections. */
  cut(): void;
  /** Listens again on the same port. */
  mend(): void;
  close(): Promise<void>;
}

export async function pageServer(api: string, files: Files = {}): Promise<PageServer> {
  const passed: Passed[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    const file = files[path];
    if (file !== undefined) return answer.setHeader('content-type', file.type).end(file.body);
    if (!path.startsWith('/api')) return answer.writeHead(404).end();
    const entry = { path, open: true };
    passed.push(entry);
    const passedOn = request(api + path, { method: asked.method, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      answer.flushHeaders();
      given.once('error', () => answer.destroy());
      given.pipe(answer);
    });
    // The request is open until the response of the API server ends.
    passedOn.once('close', () => (entry.open = false));
    passedOn.once('error', () => answer.destroy());
    answer.once('close', () => passedOn.destroy());
    return asked.pipe(passedOn);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
  };

  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    cut,
    mend: () => server.listen(port, '127.0.0.1'),
    close: async () => {
      const closed = server.listening ? once(server, 'close') : undefined;
      cut();
      await closed;
    },
  };
}
