import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port below the ephemeral range: while its server is away no outgoing connection takes it, not even one to that
 * very port, which would then be connected with itself.
 */
export async function portToKeep(): Promise<number> {
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
