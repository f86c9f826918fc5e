import { equal } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedServer } from './embedded-server.ts';
import { userWith } from './example-server.ts';
import { freePort } from './free-port.ts';
import { startExample, type StartedExample } from './started-example.ts';

/** A second run of an example program, in which a request to the cluster fails. */
export interface SecondRun extends Pick<StartedExample, 'printed'> {
  readonly port: number;
}

type Look = (run: SecondRun) => Promise<unknown>;

/** Runs an example program whose user has no permissions. `example` is a path in `examples/`. */
export async function whereForbidden(example: string, look: Look): Promise<void> {
  const embedded = await embeddedServer();
  try {
    const { credentials } = await userWith(embedded, []);
    await runOnceMore(example, configOf(embedded.url, credentials), look);
  } finally {
    await embedded.server.close();
  }
}

/** Runs an example program with a token that the server does not know. */
export async function whereUnknown(example: string, look: Look): Promise<void> {
  const { server, url } = await embeddedServer();
  try {
    await runOnceMore(example, configOf(url, { token: 'of nobody' }), look);
  } finally {
    await server.close();
  }
}

/** Runs an example program with a cluster address where no server listens. */
export async function whereDead(example: string, look: Look): Promise<void> {
  await runOnceMore(example, configOf(`http://127.0.0.1:${await freePort()}`, {}), look);
}

/**
 * Runs an example program whose kubeconfig has no cluster. The program ends by itself, and `look` waits for the error
 * message of the program.
 */
export async function whereUnconfigured(example: string, look: Look): Promise<void> {
  await runOnceMore(example, { clusters: [], users: [], contexts: [] }, look, 1);
}

async function runOnceMore(example: string, config: object, look: Look, exitCode = 0): Promise<void> {
  const file = fileURLToPath(new URL(`../../../examples/${example}`, import.meta.url));
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'rx-informer-example-'));
  await writeFile(join(home, 'config'), JSON.stringify(config)); // JSON is valid YAML
  const environment = { KUBECONFIG: join(home, 'config'), PORT: String(port) };
  const started = startExample(file, environment, 60_000);
  try {
    await look({ port, printed: started.printed });
    if (exitCode === 0) started.interrupt();
    equal(await started.ended, exitCode, 'the exit code of a second run');
  } finally {
    await started.kill();
    await rm(home, { recursive: true });
  }
}

const configOf = (server: string, user: object): object => ({
  'current-context': 'example',
  contexts: [{ name: 'example', context: { cluster: 'cluster', user: 'user' } }],
  clusters: [{ name: 'cluster', cluster: { server } }],
  users: [{ name: 'user', user }],
});
