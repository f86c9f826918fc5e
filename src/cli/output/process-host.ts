import process from 'node:process';
import { ReplaySubject } from 'rxjs';
import { CommandError } from '../command-error.ts';
import { explain } from '../explain.ts';
import { reasonOf } from '../reason-of.ts';
import { patience } from './flushed.ts';
import type { Host } from './host.ts';
import { processTerminal } from './process-terminal.ts';
import { redactor } from './redactor.ts';

/**
 * The process as a command sees it. The first Ctrl-C, SIGTERM or SIGHUP asks the command to end, a second one ends it; so does
 * a reader that has enough, as `head` has. An error that ends the process sets `process.exitCode`.
 */
export function processHost(): Host {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) waitInEventLoop(stream);
  const stop$ = new ReplaySubject<unknown>(1);
  const { terminal, restore } = processTerminal((reason) => stop$.next(reason));
  const host: Host = {
    arguments: process.argv.slice(2),
    environment: process.env,
    stdout,
    stderr,
    stop$,
    terminal,
    written: [],
    pending: [],
    redactors: [],
  };
  let hasFailed = false;
  const fail = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    process.exitCode = 1;
    restore(); // what is told on another screen is gone with it
    const text = explain(error, host.arguments.includes('--debug'), redactor(host)).lines.join('\n');
    // The process is in an unknown state: nothing in it may go on, also where the reader of stderr reads nothing.
    const exit = (): never => process.exit(1);
    setTimeout(exit, patience);
    stderr.write(`${text}\n`, exit);
  };
  const unwritable = (error: Error): void => {
    fail(new CommandError(`cannot write the output: ${reasonOf(error)}`, { cause: error }));
    stop$.next(error);
  };

  const end = (signal: NodeJS.Signals): void => {
    stop$.next(signal);
    // Afterwards: a signal that comes while a command keeps its snapshot, in one piece, does not end the process.
    for (const one of signals) process.off(one, end);
  };
  for (const signal of signals) process.on(signal, end);
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    gone.includes(error.code ?? '') ? stop$.next(error.code) : unwritable(error),
  );
  stderr.on('error', () => undefined); // nobody is left to tell
  process.on('uncaughtException', fail);
  return host;
}

/**
 * Node waits within a write until a terminal takes it: where the terminal has stalled the process answers no signal. Node has
 * no documented way to write to a terminal as to a pipe. Where its handle is another one, all stays as it is.
 */
function waitInEventLoop(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return;
  const { _handle: handle } = stream as unknown as { readonly _handle?: Partial<BlockingHandle> };
  handle?.setBlocking?.(false);
}

interface BlockingHandle {
  setBlocking(isBlocking: boolean): unknown;
}

/** SIGHUP is what a terminal sends that goes. Ctrl-\, SIGQUIT, ends the process at once, whatever it does. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Nobody reads any more: a pipe that was closed, a terminal that was. */
const gone: readonly string[] = ['EPIPE', 'EIO'];
