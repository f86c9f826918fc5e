import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Background, type Command } from './scenario.ts';
import { wordsOf } from './words.ts';

/** The exit code and the output of a command. */
export interface Output {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** A directory with a home and a kubeconfig for one server. */
export interface Home {
  readonly binary: string;
  readonly directory: string;
  readonly server: string;
}

/** The time limit of a command in ms, long enough for a busy machine. */
const limit = 60_000;

/** Makes the directory of a home, with its kubeconfig. */
export function homeAt(directory: string, binary: string, server: string, kubeConfig: string): Home {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'kubeconfig'), kubeConfig, { mode: 0o600 });
  return { binary, directory, server };
}

/** Runs a command to its end. */
export function ran(home: Home, work: string, namespace: string, command: Command): Promise<Output> {
  return started(home, work, namespace, command).output;
}

/**
 * Runs a command, and other commands while it runs.
 *
 * @throws Error if one of the other commands fails, or if the command does not print the expected output
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
  /** Resolves when the output or the log of the command matches. */
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
      KUBE_EDITOR: 'true', // an editor that ends at once
      ...command.env,
    },
    timeout: limit,
  });
  let [stdout, stderr, over] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined); // a command that reads no input may have ended already
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
      if (!is()) throw new Error(`it never said ${String(pattern)}, but: ${stdout}${stderr}`);
    },
    end: () => void child.kill('SIGINT'),
  };
}
