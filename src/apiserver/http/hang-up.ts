import type { Duplex } from 'node:stream';
import { fromEvent, takeUntil, timer } from 'rxjs';

/** Ends a connection behind its last answer, whether or not the other end does. */
export function hangUp(socket: Duplex): void {
  socket.end();
  // What still comes is read for a moment: it would cut the answer off.
  socket.resume();
  timer(lastWords)
    .pipe(takeUntil(fromEvent(socket, 'close')))
    .subscribe(() => socket.destroy());
}

/** Ms. */
const lastWords = 500;
