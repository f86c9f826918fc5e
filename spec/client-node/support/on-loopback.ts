import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that listens on a free port of 127.0.0.1. */
export interface OnLoopback {
  /** The host and the port in the format `host:port`. */
  readonly host: string;
  /** Returns the number of connections that clients have made, open or closed. */
  readonly connections: () => number;
  /** Returns the number of connections that are open now. */
  readonly open: () => number;
  /** Closes the server and all its connections. */
  readonly close: () => Promise<void>;
}

export async function onLoopback(server: Server): Promise<OnLoopback> {
  const open = new Set<Socket>();
  let made = 0;
  server.on('connection', (socket: Socket) => {
    made++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => made,
    open: () => open.size,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
