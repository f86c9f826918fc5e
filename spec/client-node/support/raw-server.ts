import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server on the loopback that writes what a spec writes, HTTP or not. */
export interface RawServer {
  /** `host:port`. */
  readonly host: string;
  readonly address: string;
  /** Connections that were made, open or not. */
  readonly connections: () => number;
  /** Connections that are open. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

/**
 * @param onData - called for each read of a socket, with how many there were on this connection, and which connection it is;
 * both count from 1
 */
export async function startRawServer(
  onData: (socket: Socket, read: number, connection: number, data: Uint8Array) => unknown,
): Promise<RawServer> {
  const open = new Set<Socket>();
  let made = 0;
  const server = createServer((socket) => {
    const connection = ++made;
    let reads = 0;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (data) => onData(socket, ++reads, connection, data));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    address: `http://${host}`,
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
