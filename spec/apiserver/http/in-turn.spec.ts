import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Budget } from '../../../src/apiserver/http/budget.ts';
import { inTurn, type Waits } from '../../../src/apiserver/http/in-turn.ts';
import { TimeBudget } from '../../../src/apiserver/time-budget.ts';

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function waits(): Waits {
  const time = new TimeBudget();
  return { heads: new Budget(1_000), timeOf: () => time.of('client') };
}

/** Creates a request that follows another request on the same connection. */
function pipelined() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => undefined });
  const incoming = { socket, url: '/', rawHeaders: [] } as unknown as IncomingMessage;
  const outgoing = Object.assign(new EventEmitter(), { socket: null }) as unknown as ServerResponse;
  return { socket, incoming, outgoing };
}

describe('inTurn', () => {
  it('should handle a waiting request once the previous answer is sent and there is time', async () => {
    const handled: IncomingMessage[] = [];
    const { incoming, outgoing } = pipelined();
    inTurn((one) => handled.push(one), waits())(incoming, outgoing);
    await turnOfEventLoop();
    expect(handled).toEqual([]);

    outgoing.emit('socket');
    await turnOfEventLoop();
    expect(handled).toEqual([incoming]);
  });

  it('should not handle a request whose connection has closed in the meantime', async () => {
    const handled: IncomingMessage[] = [];
    const { socket, incoming, outgoing } = pipelined();
    inTurn((one) => handled.push(one), waits())(incoming, outgoing);

    outgoing.emit('socket');
    socket.destroyed = true;
    await turnOfEventLoop();
    expect(handled).toEqual([]);
  });
});
