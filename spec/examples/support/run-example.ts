import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from 'rx-informer';
import type { ExampleCheck, ExampleCluster } from '../example-check.ts';
import type { ExampleServer } from './example-server.ts';
import { frontOf } from './front.ts';
import { freePort } from './free-port.ts';
import { writeKubeConfig } from './kube-config.ts';
import { startExample, type StartedExample } from './started-example.ts';

/**
 * Runs an example program and its check, in a new namespace.
 *
 * @param patience - time limit in ms for each expected output, and for the end of the program
 * @throws Error with the failure and the output; the program has ended in this case, too
 */
export async function runExample(
  file: string,
  check: ExampleCheck,
  server: ExampleServer,
  patience = 60_000,
): Promise<void> {
  const namespace = await newNamespace(server);
  const cluster = clusterOf(server);
  await check.prepare?.({ namespace, cluster });

  const user = await server.userWith(check.rights);
  const port = await freePort();
  const front = await frontOf(server);
  const config = await writeKubeConfig(front, namespace, user);
  const environment = { ...check.environment, KUBECONFIG: config.file, PORT: String(port) };
  const started = startExample(file, environment, patience);
  try {
    const { cut, stall, mend, requests } = front;
    const { printed, output, ended, interrupt } = started;
    await check.run({
      namespace,
      port,
      cluster,
      requests,
      printed,
      output,
      cut,
      stall,
      mend,
      interrupt,
      ended,
    });
    await end(started, check, patience);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const printed = started.output().trimEnd();
    throw new Error(`${why}\n--- it printed:\n${printed}\n---`, { cause: error });
  } finally {
    await started.kill();
    await front.close();
    await config.remove();
  }
}

/** Waits for the end of the program. Checks that the program ends by itself or after a SIGINT, as `ends` requires. */
async function end(
  { ended, interrupt, isInterrupted, isOver }: StartedExample,
  { ends }: ExampleCheck,
  patience: number,
): Promise<void> {
  if (ends === 'on-interrupt') {
    if (isOver() && !isInterrupted()) throw new Error('the program ended before it was interrupted');
    interrupt();
  }
  const waiting = new AbortController();
  const late = sleep(patience, undefined, { signal: waiting.signal });
  const code = await Promise.race([ended, late]);
  waiting.abort();
  late.catch(() => undefined);
  if (code === undefined) throw new Error(`it did not end within ${patience / 1000} s, and was killed`);
  if (code !== 0) throw new Error(`it ended with ${code}`);
}

async function newNamespace(server: ExampleServer): Promise<string> {
  const metadata = { generateName: 'example-' };
  return (await server.ask<KubeObject>('POST', '/api/v1/namespaces', { metadata })).metadata.name;
}

function clusterOf({ ask, defineGadgets, withdrawGadgets }: ExampleServer): ExampleCluster {
  return {
    create: (path, body) => ask('POST', path, body),
    patch: (path, mergePatch) => ask('PATCH', path, mergePatch),
    remove: (path) => ask('DELETE', path),
    get: (path) => ask('GET', path),
    defineGadgets,
    withdrawGadgets,
  };
}
