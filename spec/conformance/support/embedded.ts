import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';

/** An embedded API server that runs in a child process. */
export interface Embedded {
  readonly server: string;
  stop(): void;
}

/**
 * Starts the embedded API server with the `rx-informer apiserver` command. The option `--conformance` sets up what the
 * checks need.
 */
export async function startEmbedded(token: string): Promise<Embedded> {
  const words = ['src/cli/main.ts', 'apiserver', '--conformance', '--port', '0'];
  const child = spawn(process.execPath, ['--conditions=rx-informer:source', ...words], {
    env: { ...process.env, RX_INFORMER_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [server] = /http:\/\/\S+/.exec(line) ?? [];
    if (server !== undefined) return { server, stop: () => child.kill() };
  }
  throw new Error('the embedded server ended before it listened');
}
