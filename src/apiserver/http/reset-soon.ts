import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Resets a connection, behind what is written already. */
export function resetSoon(socket: Socket): void {
  setImmediate(() => {
    // A connection under TLS cannot be reset, only closed.
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  });
}
