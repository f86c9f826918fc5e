import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Change, KubeObject, ObjectKey } from 'rx-informer';
import type { Cluster } from '../kube.mjs';

/** A status that `rx-informer watch -o json` prints on stderr. */
interface ToldStatus {
  readonly phase: string;
  readonly hasSynced: boolean;
  readonly failure?: string;
}

/** A running `rx-informer watch` command, and its output so far. */
export interface Command {
  readonly changes: readonly Change<KubeObject>[];
  readonly statuses: readonly ToldStatus[];
  /** The lines on stderr that are not JSON. */
  readonly complaints: readonly string[];
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code when the whole output is read. */
  readonly exitCode: Promise<number | null>;
}

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/**
 * Runs `rx-informer watch <parts…> -o json` from `dist`, in a child process. Connects to the cluster as the
 * administrator.
 */
export function watchCommand(cluster: Cluster, ...parts: readonly string[]): Command {
  const connection = ['--server', cluster.server, '--certificate-authority', cluster.caFile];
  return watchWith({ RX_INFORMER_TOKEN: cluster.token }, ...parts, ...connection);
}

/** Runs `rx-informer watch <parts…> -o json`. The arguments and the environment determine the connection. */
export function watchWith(
  environment: Readonly<Record<string, string>>,
  ...parts: readonly string[]
): Command {
  const child = spawn(process.execPath, [main, 'watch', ...parts, '-o', 'json'], {
    // Without a home folder, the command finds neither the kubeconfig nor the cache of the developer.
    env: { ...process.env, HOME: '', KUBECONFIG: '', XDG_CACHE_HOME: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const changes: Change<KubeObject>[] = [];
  const statuses: ToldStatus[] = [];
  const complaints: string[] = [];
  createInterface(child.stdout).on('line', (line) => changes.push(JSON.parse(line) as Change<KubeObject>));
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('{')) statuses.push(JSON.parse(line) as ToldStatus);
    else complaints.push(line);
  });

  return {
    changes,
    statuses,
    complaints,
    kill: (signal) => void child.kill(signal),
    exitCode: new Promise((resolve) => child.once('close', resolve)),
  };
}

/** Returns the objects that exist after the given changes. */
export function stateAfter(changes: readonly Change<KubeObject>[]): Iterable<KubeObject> {
  const objects = new Map<ObjectKey, KubeObject>();
  for (const { type, key, object } of changes) {
    if (type === 'deleted') objects.delete(key);
    else objects.set(key, object);
  }
  return objects.values();
}
