import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Handles the requests of a connection one after the other. Node hands over all that a client has sent without waiting
 * (HTTP pipelining), and would hold an answer to each in memory until the client reads.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const waiting = new Map<Socket, number>();

  function wait(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const before = waiting.get(socket);
    if (before === undefined) socket.once('close', () => waiting.delete(socket));
    waiting.set(socket, (before ?? 0) + 1);
    if (before === mostWaiting) socket.destroy();
    // A response gets the connection once the one before it is written.
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      handle(incoming, outgoing);
    });
  }

  return (incoming, outgoing) => {
    if (outgoing.socket === null) wait(incoming, outgoing);
    else handle(incoming, outgoing);
  };
}

/** Requests of one connection that may wait; browsers, Go and Node send none before the answer to the last one. */
const mostWaiting = 1_000;
