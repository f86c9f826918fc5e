import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port below the ephemeral range: while its server is away no outgoing connection takes it, not even one to that
 * very port, which would then be connected with itself.
 */
async function portToKeep(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue; // it is taken
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** Listens on a port to keep; on another one where a process takes it between the look and the call. */
export async function onPortToKeep<L>(listen: (port: number) => Promise<L>): Promise<L> {
  for (;;) {
    try {
      return await listen(await portToKeep());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
