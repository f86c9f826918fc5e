import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Background, type Command } from './scenario.ts';
import { wordsOf } from './words.ts';

/** What a command said. */
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

const limit = 20_000;

/** Makes the directory. */
export function homeAt(directory: string, binary: string, server: string, kubeConfig: string): Home {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'kubeconfig'), kubeConfig, { mode: 0o600 });
  return { binary, directory, server };
}

/** Runs a command to its end. */
export function ran(home: Home, work: string, namespace: string, command: Command): Promise<Output> {
  return started(home, work, namespace, command).output;
}

/** Runs a command, and others while it goes on. */
export async function followed(
  home: Home,
  work: string,
  namespace: string,
  step: Background,
): Promise<Output> {
  const following = started(home, work, namespace, { run: step.follow });
  await following.said(step.from);
  for (const run of step.meanwhile) {
    const { code, stderr } = await ran(home, work, namespace, { run });
    if (code !== 0) return { code, stdout: '', stderr: `${run}: ${stderr}` };
    await sleep(100); // so that a watch tells of each by itself
  }
  await following.said(step.until);
  following.end();
  return following.output;
}

interface Started {
  readonly output: Promise<Output>;
  /** Comes when the output has it, when the command is over, or after some seconds. */
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
      KUBE_EDITOR: 'true', // none that waits for somebody
      ...command.env,
    },
    timeout: limit,
  });
  let [stdout, stderr, over] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined); // a command that reads nothing may be over by now
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
      for (let waited = 0; waited < 10_000 && !over && !pattern.test(stdout); waited += 50) await sleep(50);
    },
    end: () => void child.kill('SIGINT'),
  };
}
