import process from 'node:process';
import { ReplaySubject } from 'rxjs';
import { CommandError } from '../command-error.ts';
import { explain } from '../explain.ts';
import { reasonOf } from '../reason-of.ts';
import { flushTimeout } from './flushed.ts';
import type { Host } from './host.ts';
import { processTerminal } from './process-terminal.ts';
import { redactor } from './redactor.ts';

/**
 * Creates the host of this process. The first Ctrl-C, SIGTERM or SIGHUP asks the command to end. A second signal ends
 * the process. If the reader of stdout, such as `head`, closes the pipe, the host also asks the command to end. An
 * error that ends the process sets `process.exitCode`.
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
    restore(); // leave the alternate screen first; otherwise the error text would disappear with it
    const text = explain(error, host.arguments.includes('--debug'), redactor(host)).lines.join('\n');
    // The process is in an unknown state, so the process must end, even if the reader of stderr does not read.
    const exit = (): never => process.exit(1);
    setTimeout(exit, flushTimeout);
    stderr.write(`${text}\n`, exit);
  };
  const unwritable = (error: Error): void => {
    fail(new CommandError(`cannot write the output: ${reasonOf(error)}`, { cause: error }));
    stop$.next(error);
  };

  const end = (signal: NodeJS.Signals): void => {
    stop$.next(signal);
    // The signal listeners are removed last. The command may save its snapshot during `next`. Until then, a
    // second signal may not end the process.
    for (const one of signals) process.off(one, end);
  };
  for (const signal of signals) process.on(signal, end);
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    gone.includes(error.code ?? '') ? stop$.next(error.code) : unwritable(error),
  );
  stderr.on('error', () => undefined); // ignored: if stderr fails, no stream is left for a report
  process.on('uncaughtException', fail);
  return host;
}

/**
 * Makes writes to a terminal asynchronous. By default, a write blocks Node until the terminal accepts the data. If the
 * terminal has stalled, a blocked process does not handle signals. Node has no documented way to make these writes
 * asynchronous. If the handle of the stream has no `setBlocking`, nothing changes.
 */
function waitInEventLoop(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return;
  const { _handle: handle } = stream as unknown as { readonly _handle?: Partial<BlockingHandle> };
  handle?.setBlocking?.(false);
}

interface BlockingHandle {
  setBlocking(isBlocking: boolean): unknown;
}

/**
 * The signals that ask a command to end. A terminal sends SIGHUP when it closes. SIGQUIT (Ctrl-\) is not in this list:
 * SIGQUIT ends the process at once, unless a command uses the whole terminal.
 */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The error codes of a closed pipe and of a closed terminal. */
const gone: readonly string[] = ['EPIPE', 'EIO'];
