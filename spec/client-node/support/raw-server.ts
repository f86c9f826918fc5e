import { createServer, type Socket } from 'node:net';
import { type OnLoopback, onLoopback } from './on-loopback.ts';

/** A test server on 127.0.0.1. The spec decides which bytes the server writes, also invalid HTTP. */
export interface RawServer extends OnLoopback {
  readonly address: string;
}

/**
 * Starts a server that writes raw bytes.
 *
 * @param onData - called for each chunk that a socket receives, with the number of the chunk on its connection, and
 * the number of the connection; both numbers start at 1
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
