import type { Duplex } from 'node:stream';
import { fromEvent, takeUntil, timer } from 'rxjs';

/** Ends a connection after its last answer, even if the other end does not. */
export function closeGracefully(socket: Duplex): void {
  socket.end();
  // Read the rest of the request for a moment: unread data would cut the answer off.
  socket.resume();
  timer(lingerTime)
    .pipe(takeUntil(fromEvent(socket, 'close')))
    .subscribe(() => socket.destroy());
}

/** In ms. */
const lingerTime = 500;
