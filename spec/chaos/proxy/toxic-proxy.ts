import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { onPortToKeep } from './port-to-keep.ts';
import type { Toxic } from './toxic.ts';

/** A TCP proxy on 127.0.0.1 in front of a server. The proxy simulates the faults of a bad network. */
export interface ToxicProxy {
  readonly port: number;
  /** Number of connections through the proxy that are open now. */
  readonly open: number;
  /** Number of connections that the proxy has accepted so far. */
  readonly taken: number;
  /** Applies one fault. If the fault has a duration, resolves at the end of the fault. Otherwise resolves at once. */
  apply(toxic: Toxic): Promise<void>;
  /** Resets the open connections and stops listening. */
  close(): Promise<void>;
}

/** @param target - the port of the server, on 127.0.0.1 */
export async function toxicProxy(target: number): Promise<ToxicProxy> {
  const connections = new Set<Connection>();
  let taken = 0;
  let lasting: ((connection: Connection) => void) | undefined;
  let closed = false;

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    taken++;
    const connection = new Connection(socket, target, () => connections.delete(connection));
    connections.add(connection);
    lasting?.(connection);
  });
  const port = await onPortToKeep(async (free) => {
    server.listen(free, '127.0.0.1');
    await once(server, 'listening');
    return free;
  });

  const forAll = (deed: (connection: Connection) => void): void => [...connections].forEach(deed);
  const forSoLong = async (ms: number, deed: (connection: Connection) => void): Promise<void> => {
    lasting = deed;
    forAll(deed);
    await sleep(ms);
    lasting = undefined;
    forAll((connection) => connection.release());
  };
  const halfOpen = async (ms: number): Promise<void> => {
    const dead = [...connections];
    for (const connection of dead) connection.die();
    await sleep(ms);
    for (const connection of dead) connection.reset();
  };
  const refuse = async (ms: number): Promise<void> => {
    server.close();
    await sleep(ms);
    while (!closed && !(await listensAgain())) await sleep(20);
  };
  const listensAgain = (): Promise<boolean> =>
    new Promise((resolve) => {
      const failed = (): void => resolve(false); // another process uses the port for a moment
      server.once('error', failed);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', failed);
        resolve(true);
      });
    });

  return {
    port,
    get open() {
      return connections.size;
    },
    get taken() {
      return taken;
    },
    async apply(toxic) {
      if (toxic.type === 'stall') await forSoLong(toxic.ms, (connection) => connection.hold());
      else if (toxic.type === 'drip') await forSoLong(toxic.ms, (connection) => connection.drip(toxic.bytes));
      else if (toxic.type === 'refuse') await refuse(toxic.ms);
      else if (toxic.type === 'halfOpen') await halfOpen(toxic.ms);
      else forAll((connection) => strike(connection, toxic));
    },
    async close() {
      closed = true;
      server.close();
      forAll((connection) => connection.reset());
      while (connections.size > 0) await sleep(5);
    },
  };
}

function strike(connection: Connection, toxic: Exclude<Toxic, { readonly ms: number }>): void {
  if (toxic.type === 'cut') connection.cutAfter(toxic.bytes);
  else if (toxic.type === 'end') connection.end();
  else connection.reset();
}
