import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestTime } from '../time-budget.ts';
import type { Budget } from './budget.ts';
import { headSize } from './budgets.ts';

/** The parts of a server that {@link inTurn} needs. */
export interface Waits {
  /** The budget for the heads of waiting requests. Beyond the budget, a connection is cut. */
  readonly heads: Budget;
  readonly timeOf: (incoming: IncomingMessage) => RequestTime;
}

/**
 * Handles the requests of a connection one after the other, each when there is time. Node delivers all requests that a
 * client has sent without waiting (HTTP pipelining). It would keep the answer to each in memory until the client reads.
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
    // A response gets the connection once the response before it is written.
    outgoing.once('socket', () => {
      queue.requests--;
      queue.headBytes -= size;
      heads.release(size);
      const time = timeOf(incoming);
      time.turn().subscribe(() => {
        // After the event `close`, `handle` would take resources for the request that are never released.
        if (!socket.destroyed) handle(incoming, outgoing, time);
      });
    });
  }

  return (incoming, outgoing) => {
    if (outgoing.socket === null) wait(incoming, outgoing);
    else handle(incoming, outgoing, timeOf(incoming));
  };
}

/** The waiting requests of one connection. */
interface Waiting {
  requests: number;
  headBytes: number;
}

/**
 * The maximum of waiting requests of one connection. Browsers, Go and Node send a request only after the last answer.
 */
const maxWaiting = 1_000;
