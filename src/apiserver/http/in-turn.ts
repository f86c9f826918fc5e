import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestTime } from '../time-budget.ts';
import type { Budget } from './budget.ts';
import { headSize } from './budgets.ts';

/** The parts of a server that {@link inTurn} needs. */
export interface Waits {
  /**
   * The limit for the bytes in the heads of waiting requests. If a request would exceed the limit, the server closes
   * the connection.
   */
  readonly heads: Budget;
  readonly timeOf: (incoming: IncomingMessage) => RequestTime;
}

/**
 * Handles the requests of a connection one after another. A waiting request starts when the previous response is
 * written and the server has time for the client. The reason: with HTTP pipelining, Node delivers all requests of a
 * connection at once. If the server answered all these requests at once, Node would keep the responses in memory until
 * the client reads the responses.
 */
export function inTurn(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse, time: RequestTime) => void,
  { heads, timeOf }: Waits,
): RequestListener {
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
    if (queue.requests > maxWaiting) socket.destroy();
    // The event `socket` occurs when the server has written the previous response of the connection.
    outgoing.once('socket', () => {
      queue.requests--;
      queue.headBytes -= size;
      heads.release(size);
      const time = timeOf(incoming);
      time.turn().subscribe(() => {
        // `handle` counts the request in limits until the event `close`. If `close` has already occurred, the event
        // does not occur again. The limits would then count the request forever.
        if (!socket.destroyed) handle(incoming, outgoing, time);
      });
    });
  }

  return (incoming, outgoing) => {
    if (outgoing.socket === null) wait(incoming, outgoing);
    else handle(incoming, outgoing, timeOf(incoming));
  };
}

/** The number of waiting requests of one connection, and the number of bytes in their heads. */
interface Waiting {
  requests: number;
  headBytes: number;
}

/**
 * The maximum number of waiting requests per connection. Browsers, Go and Node send a request only after the response
 * to the previous request.
 */
const maxWaiting = 1_000;
