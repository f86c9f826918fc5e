import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Background, type Command } from './scenario.ts';
import { wordsOf } from './words.ts';

/** The exit code and the output of one kubectl command. */
export interface Output {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a home directory and a kubeconfig for one server. */
export interface Home {
  readonly binary: string;
  readonly directory: string;
  readonly server: string;
}

/** Time limit for one command in ms. The limit is long, because the computer may be busy. */
const limit = 60_000;

/** Creates the home directory for kubectl, with a kubeconfig. */
export function homeAt(directory: string, binary: string, server: string, kubeConfig: string): Home {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'kubeconfig'), kubeConfig, { mode: 0o600 });
  return { binary, directory, server };
}

/** Runs a kubectl command until it ends. */
export function ran(home: Home, work: string, namespace: string, command: Command): Promise<Output> {
  return started(home, work, namespace, command).output;
}

/**
 * Runs a kubectl command in the background. Meanwhile, runs other commands.
 *
 * @throws Error if another command fails, or if the background command does not print the expected output
 */
export async function followed(
  home: Home,
  work: string,
  namespace: string,
  step: Background,
): Promise<Output> {
  const following = started(home, work, namespace, { run: step.follow });
  try {
    await following.said(step.from);
    for (const run of step.meanwhile) {
      const { code, stderr } = await ran(home, work, namespace, { run });
      if (code !== 0) throw new Error(`${run}: ${stderr}`);
    }
    await following.said(step.until);
  } finally {
    following.end();
    await following.output;
  }
  return following.output;
}

interface Started {
  readonly output: Promise<Output>;
  /** Resolves when the stdout or the stderr of the command matches the pattern. */
  said(pattern: RegExp): Promise<void>;
  end(): void;
}

function started(home: Home, work: string, namespace: string, command: Command): Started {
  const { binary, directory } = home;
  const child = spawn(binary, ['--namespace', namespace, ...wordsOf(command.run)], {
    cwd: work,
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      KUBECONFIG: join(directory, 'kubeconfig'),
      TERM: 'dumb',
      KUBE_EDITOR: 'true', // the program `true` is an editor that changes nothing
      ...command.env,
    },
    timeout: limit,
  });
  let [stdout, stderr, over] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined); // kubectl may end before it reads its input
  child.stdin.end(command.stdin ?? '');
  const output = new Promise<Output>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      over = true;
      resolve({ code: code ?? signal ?? 'lost', stdout, stderr });
    });
  });
  return {
    output,
    said: async (pattern) => {
      const is = () => pattern.test(stdout) || pattern.test(stderr);
      for (let waited = 0; waited < limit / 2 && !over && !is(); waited += 20) await sleep(20);
      if (!is()) throw new Error(`it never printed ${String(pattern)}, but: ${stdout}${stderr}`);
    },
    end: () => void child.kill('SIGINT'),
  };
}
