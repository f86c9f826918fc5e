import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Finds a free port below the range of ephemeral ports. While the server of the port is down, no outgoing connection
 * can take the port. A connection from the port to itself is not possible either.
 */
async function portToKeep(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue; // the port is in use
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/**
 * Listens on a free port below the range of ephemeral ports. Tries another port if a process takes the port before
 * `listen` is called.
 */
export async function onPortToKeep<L>(listen: (port: number) => Promise<L>): Promise<L> {
  for (;;) {
    try {
      return await listen(await portToKeep());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
