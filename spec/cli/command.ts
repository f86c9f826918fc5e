import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { sourceFlags } from '../support/source-flags.ts';

/** The command in a process of its own, run from source. */
export interface Command {
  readonly child: ChildProcess;
  /** Returns stdout so far. */
  readonly output: () => string;
  /** Returns stderr so far. */
  readonly errors: () => string;
  /** Resolves with the lines of stdout once there are `count` lines; rejects if the process ends earlier. */
  readonly lines: (count: number) => Promise<readonly string[]>;
  /** The exit code and the signal; the signal is `SIGKILL` if the spec had to kill the process. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** The time limit of the process in a spec, in ms. */
const patience = 30_000;

/**
 * Runs `rx-informer` with these words.
 *
 * @param stdin - the input; 'open' means no input and no end
 */
export function command(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdin?: string,
): Command {
  const child = spawn(process.execPath, [...sourceFlags, 'src/cli/main.ts', ...words], {
    // No home, so that the kubeconfig and the cache of the user are not used.
    env: { ...process.env, HOME: '', KUBECONFIG: '', XDG_CACHE_HOME: '', ...environment },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (stdin !== 'open') child.stdin?.end(stdin);
  let [output, errors] = ['', ''];
  const waiting = new Set<() => void>();
  const told = (): void => waiting.forEach((look) => look());

  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    told();
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
