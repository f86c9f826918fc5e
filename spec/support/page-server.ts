import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Something the server gives away itself. */
interface Served {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** By path. */
export type Files = Readonly<Record<string, Served>>;

/** A request that was passed on, and whether its answer still goes on. */
interface Passed {
  readonly path: string;
  open: boolean;
}

/** What a dashboard is served by: its own files, and at the same origin a proxy to the API server. */
export interface PageServer {
  readonly url: string;
  /** In order. */
  readonly passed: readonly Passed[];
  /** Resets every connection and refuses new ones. */
  cut(): void;
  /** On the same port. */
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
    // Of the API server's answer: it is over when that end is.
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
