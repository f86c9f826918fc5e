import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Budgets, headSize } from './budgets.ts';

/**
 * Handles the requests of a connection one after the other, each when there is time. Node hands over all that a client has
 * sent without waiting (HTTP pipelining), and would hold an answer to each in memory until the client reads.
 *
 * @param budgets - for the heads of those that wait; a connection is cut where there would be too many
 */
export function inTurn(handle: RequestListener, { heads, time }: Budgets): RequestListener {
  const waiting = new Map<Socket, Waiting>();

  function queueOf(socket: Socket): Waiting {
    const known = waiting.get(socket);
    if (known !== undefined) return known;
    const queue = { requests: 0, headBytes: 0 };
    waiting.set(socket, queue);
    socket.once('close', () => {
      waiting.delete(socket);
      heads.release(queue.headBytes);
    });
    return queue;
  }

  function wait(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const queue = queueOf(socket);
    const size = headSize(incoming);
    try {
      heads.take(size);
    } catch {
      socket.destroy();
      return;
    }
    queue.requests++;
    queue.headBytes += size;
    if (queue.requests > mostWaiting) socket.destroy();
    // A response gets the connection once the one before it is written.
    outgoing.once('socket', () => {
      queue.requests--;
      queue.headBytes -= size;
      heads.release(size);
      time.turn(true).subscribe(() => {
        // After the event `close`, what `handle` takes for the request would never be given back.
        if (!socket.destroyed) handle(incoming, outgoing);
      });
    });
  }

  return (incoming, outgoing) => {
    if (outgoing.socket === null) wait(incoming, outgoing);
    else handle(incoming, outgoing);
  };
}

/** The requests of one connection that wait. */
interface Waiting {
  requests: number;
  headBytes: number;
}

/** Requests of one connection that may wait; browsers, Go and Node send none before the answer to the last one. */
const mostWaiting = 1_000;
