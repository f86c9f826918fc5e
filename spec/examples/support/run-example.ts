import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from 'rx-informer';
import type { ExampleApiServer, ExampleCheck, ExampleCluster } from '../example-check.ts';
import { type ExampleServer, userWith } from './example-server.ts';
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
  const { name: user, credentials } = await userWith(server, check.rights);
  await check.prepare?.({ namespace, cluster, user });

  const port = await freePort();
  const front = await frontOf(server);
  const config = await writeKubeConfig(front, namespace, credentials);
  const environment = { ...check.environment?.(namespace), KUBECONFIG: config.file, PORT: String(port) };
  const started = startExample(file, environment, patience);
  const others: (() => Promise<void>)[] = [];
  const another = async (): Promise<ExampleApiServer> => {
    const other = await server.another();
    others.push(other.close);
    const otherFront = await frontOf(other);
    others.push(otherFront.close);
    return { ...otherFront, cluster: clusterOf(other) };
  };
  try {
    const { close: _, ...network } = front;
    const { printed, output, ended, interrupt } = started;
    await check.run({
      ...network,
      namespace,
      user,
      port,
      cluster,
      another,
      printed,
      output,
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
    for (const close of others.reverse()) await close();
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
