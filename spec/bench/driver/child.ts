import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

const patience = 170_000;

/** Starts a script that tells one thing; it stays alive until it ends by itself or is killed. */
export async function startChild(
  script: URL,
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly told: unknown }> {
  const child = fork(script, args, { execArgv: [...process.execArgv, '--expose-gc'] });
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`ended with ${String(code)} before it had told anything`);
  });
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`told nothing in ${patience / 1_000} s`)), patience);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    const [told] = (await Promise.race([once(child, 'message', { signal }), ended, late])) as [unknown];
    return { child, told };
  } catch (error) {
    child.kill();
    throw error;
  } finally {
    ended.catch(() => undefined);
    listening.abort();
  }
}

/** What a script tells before it ends. */
export async function runChild(script: URL, args: readonly string[]): Promise<unknown> {
  const { child, told } = await startChild(script, args);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return told;
}
