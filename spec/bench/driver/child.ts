import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

const patience = 170_000;

/** Maximum time in ms for which a child process may continue after it has sent its result. */
const patienceToEnd = 10_000;

/**
 * Starts a script that sends one result. After the result, the child process runs on until it ends or is killed. If the
 * process ends without a result, or if its result is no longer needed, its own child processes are killed, too.
 *
 * @param flags - flags of Node, in addition to the flags of the driver process
 */
export async function startChild(
  script: URL,
  args: readonly string[],
  unwanted?: AbortSignal,
  flags: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly result: unknown }> {
  unwanted?.throwIfAborted();
  const child = fork(script, args, {
    execArgv: [...process.execArgv, '--expose-gc', ...flags],
    detached: isFirst,
  });
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${endOf(child)} before it sent a result`);
  });
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`sent no result in ${patience / 1_000} s`)), patience);
    signal.addEventListener('abort', () => clearTimeout(timer));
    unwanted?.addEventListener('abort', () => reject(unwanted.reason as Error), { signal });
  });
  try {
    const [result] = (await Promise.race([once(child, 'message', { signal }), ended, stopped])) as [unknown];
    return { child, result };
  } catch (error) {
    kill(child);
    throw error;
  } finally {
    ended.catch(() => undefined);
    listening.abort();
  }
}

/** Runs a script until it ends, and resolves with its result. */
export async function runChild(
  script: URL,
  args: readonly string[],
  unwanted?: AbortSignal,
  flags?: readonly string[],
): Promise<unknown> {
  const { child, result } = await startChild(script, args, unwanted, flags);
  if (isAlive(child)) {
    const timer = setTimeout(() => kill(child), patienceToEnd);
    await once(child, 'exit');
    clearTimeout(timer);
  }
  return result;
}

/** Returns as text how a child process has ended. */
export const endOf = ({ exitCode, signalCode }: ChildProcess): string =>
  signalCode === null ? `ended with ${exitCode}` : `was ended by ${signalCode}`;

/** Each child process of the driver leads a process group. The group also contains the child's own child processes. */
const isFirst = process.send === undefined;

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(isFirst ? -child.pid : child.pid);
  } catch {
    // the signal fails if all processes of the group have ended
  }
}
