import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Resets a connection in a later task, so that Node first sends the data that is already written. */
export function resetSoon(socket: Socket): void {
  setImmediate(() => {
    // Node cannot reset a TLS connection, so the function closes the connection.
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  });
}
