import { createServer, type Socket } from 'node:net';
import { type OnLoopback, onLoopback } from './on-loopback.ts';

/** A server on the loopback that writes the raw bytes of a spec, HTTP or not. */
export interface RawServer extends OnLoopback {
  readonly address: string;
}

/**
 * Starts a server.
 *
 * @param onData - called for each read of a socket, with the number of the read on this connection, and the number of
 * the connection; both count from 1
 */
export async function startRawServer(
  onData: (socket: Socket, read: number, connection: number, data: Uint8Array) => unknown,
): Promise<RawServer> {
  let made = 0;
  const server = await onLoopback(
    createServer((socket) => {
      const connection = ++made;
      let reads = 0;
      socket.on('error', () => undefined);
      socket.on('data', (data) => onData(socket, ++reads, connection, data));
    }),
  );
  return { ...server, address: `http://${server.host}` };
}
