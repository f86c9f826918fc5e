import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { sourceFlags } from '../support/source-flags.ts';

/** A run of the `rx-informer` command in a child process, from its TypeScript sources. */
export interface Command {
  readonly child: ChildProcess;
  /** Returns the text that stdout has received so far. */
  readonly output: () => string;
  /** Returns the text that stderr has received so far. */
  readonly errors: () => string;
  /** Resolves with the lines of stdout as soon as there are `count` lines. Rejects if the process ends earlier. */
  readonly lines: (count: number) => Promise<readonly string[]>;
  /**
   * Resolves with the exit code and the signal of the process. The signal is `SIGKILL` if the process exceeded its time
   * limit.
   */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Time limit of the process in a spec, ms. */
const patience = 30_000;

/**
 * Runs `rx-informer` with the given arguments.
 *
 * @param stdin - the input; with 'open', stdin gets no input and no end
 */
export function command(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdin?: string,
): Command {
  const child = spawn(process.execPath, [...sourceFlags, 'src/cli/main.ts', ...words], {
    // Without a home directory, the command does not use the kubeconfig and the cache of the user.
    env: { ...process.env, HOME: '', KUBECONFIG: '', XDG_CACHE_HOME: '', ...environment },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (stdin !== 'open') child.stdin?.end(stdin);
  let [output, errors] = ['', ''];
  const waiting = new Set<() => void>();
  const notify = (): void => waiting.forEach((look) => look());

  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    notify();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const impatience = setTimeout(() => child.kill('SIGKILL'), patience);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => {
      clearTimeout(impatience);
      resolve({ code, signal });
    }),
  );

  return {
    child,
    output: () => output,
    errors: () => errors,
    ended,
    lines: (count) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const lines = output.split('\n').slice(0, -1);
          if (lines.length >= count) resolve(lines.slice(0, count));
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended before ${count} lines:\n${output}\n${errors}`)));
      }),
  };
}
