import type { Duplex } from 'node:stream';
import { fromEvent, takeUntil, timer } from 'rxjs';

/** Closes a connection after the last response. The connection closes even if the client does not close its end. */
export function closeGracefully(socket: Duplex): void {
  socket.end();
  // The server reads the rest of the request for a moment. Unread data would reset the connection before the client has
  // read the response.
  socket.resume();
  timer(lingerTime)
    .pipe(takeUntil(fromEvent(socket, 'close')))
    .subscribe(() => socket.destroy());
}

/** The time in ms after which the server closes the connection of a client that keeps its end open. */
const lingerTime = 500;
