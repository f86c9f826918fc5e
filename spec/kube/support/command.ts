import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Change, KubeObject, ObjectKey } from 'rx-informer';
import type { Cluster } from '../kube.mjs';

/** A status as `rx-informer watch -o json` tells it on stderr. */
interface ToldStatus {
  readonly phase: string;
  readonly hasSynced: boolean;
  readonly failure?: string;
}

/** The command as it runs, and what it has printed so far. */
export interface Command {
  readonly changes: readonly Change<KubeObject>[];
  readonly statuses: readonly ToldStatus[];
  /** What stderr had that was no JSON, a line each. */
  readonly complaints: readonly string[];
  kill(signal: NodeJS.Signals): void;
  /** Resolves with its exit code, once all that it printed is read. */
  readonly exitCode: Promise<number | null>;
}

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** `rx-informer watch <parts…> -o json`, from `dist`, as a process of its own. */
export function watchCommand(cluster: Cluster, ...parts: readonly string[]): Command {
  const connection = ['--server', cluster.server, '--certificate-authority', cluster.caFile];
  return watchWith({ RX_INFORMER_TOKEN: cluster.token }, ...parts, ...connection);
}

/** The same with a connection that `parts` and the environment say. */
export function watchWith(
  environment: Readonly<Record<string, string>>,
  ...parts: readonly string[]
): Command {
  const child = spawn(process.execPath, [main, 'watch', ...parts, '-o', 'json'], {
    // No home: neither a kubeconfig nor a cache of whoever runs the specs.
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

/** What there is after some changes. */
export function stateAfter(changes: readonly Change<KubeObject>[]): Iterable<KubeObject> {
  const objects = new Map<ObjectKey, KubeObject>();
  for (const { type, key, object } of changes) {
    if (type === 'deleted') objects.delete(key);
    else objects.set(key, object);
  }
  return objects.values();
}
