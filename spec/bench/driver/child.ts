import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

const patience = 170_000;

/** After it has told what it had to. */
const patienceToEnd = 10_000;

/**
 * Starts a script that tells one thing; it stays alive until it ends by itself or is killed. A child that fails to, or
 * that is no longer wanted, is killed with its own children.
 *
 * @param flags - Node's, beside those that the driver was started with
 */
export async function startChild(
  script: URL,
  args: readonly string[],
  unwanted?: AbortSignal,
  flags: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly told: unknown }> {
  unwanted?.throwIfAborted();
  const child = fork(script, args, {
    execArgv: [...process.execArgv, '--expose-gc', ...flags],
    detached: isFirst,
  });
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${endOf(child)} before it had told anything`);
  });
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`told nothing in ${patience / 1_000} s`)), patience);
    signal.addEventListener('abort', () => clearTimeout(timer));
    unwanted?.addEventListener('abort', () => reject(unwanted.reason as Error), { signal });
  });
  try {
    const [told] = (await Promise.race([once(child, 'message', { signal }), ended, stopped])) as [unknown];
    return { child, told };
  } catch (error) {
    kill(child);
    throw error;
  } finally {
    ended.catch(() => undefined);
    listening.abort();
  }
}

/** What a script tells before it ends. */
export async function runChild(
  script: URL,
  args: readonly string[],
  unwanted?: AbortSignal,
  flags?: readonly string[],
): Promise<unknown> {
  const { child, told } = await startChild(script, args, unwanted, flags);
  if (isAlive(child)) {
    const timer = setTimeout(() => kill(child), patienceToEnd);
    await once(child, 'exit');
    clearTimeout(timer);
  }
  return told;
}

/** How a child has ended, for people. */
export const endOf = ({ exitCode, signalCode }: ChildProcess): string =>
  signalCode === null ? `ended with ${exitCode}` : `was ended by ${signalCode}`;

/** The driver's children lead a group each; theirs are in it. */
const isFirst = process.send === undefined;

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(isFirst ? -child.pid : child.pid);
  } catch {
    // all of them have ended
  }
}
