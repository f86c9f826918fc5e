import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

/** A running example program and its output. */
export interface StartedExample {
  readonly output: () => string;
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Sends a SIGINT, but only once. The program handles only the first SIGINT, and a second SIGINT would kill it. */
  readonly interrupt: () => void;
  readonly isInterrupted: () => boolean;
  readonly isOver: () => boolean;
  /**
   * Resolves with the exit code. For a program that a signal has ended, the code is 128 plus the number of the signal.
   */
  readonly ended: Promise<number>;
  /** Sends another signal, such as SIGSTOP. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Sends SIGKILL. Resolves when the program has ended. */
  readonly kill: () => Promise<unknown>;
}

/** Runs a program with Node and without other tools, as a user does. `patience` is in ms. */
export function startExample(
  file: string,
  environment: Readonly<Record<string, string>>,
  patience: number,
): StartedExample {
  const child = spawn(process.execPath, ['--conditions=rx-informer:source', file], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let end: number | undefined;
  let interrupted = false;
  const listeners = new Set<() => void>();
  const notify = (): void => [...listeners].forEach((listener) => listener());
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += stripVTControlCharacters(text);
      notify();
    });
  }
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code, signal) => {
      end = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      notify();
      resolve(end);
    });
  });

  return {
    output: () => output,
    interrupt: () => {
      if (!interrupted) child.kill('SIGINT');
      interrupted = true;
    },
    signal: (signal) => void child.kill(signal),
    isInterrupted: () => interrupted,
    isOver: () => end !== undefined,
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const done = (): void => {
          clearTimeout(timer);
          listeners.delete(look);
        };
        const look = (): void => {
          const found = pattern.exec(output);
          if (found === null && end === undefined) return;
          done();
          if (found === null) reject(new Error(`not printed: ${pattern.source}; it ended with ${end}`));
          else resolve(found);
        };
        const timer = setTimeout(() => {
          done();
          reject(new Error(`not printed within ${patience / 1000} s: ${pattern.source}`));
        }, patience);
        listeners.add(look);
        look();
      }),
  };
}
