import process from 'node:process';
import { ReplaySubject } from 'rxjs';
import { explain } from '../explain.ts';
import type { Host } from './host.ts';
import { redactor } from './redactor.ts';

/**
 * The process as a command sees it. The first Ctrl-C or SIGTERM asks the command to end, a second one ends it; so does a
 * reader that has enough, as `head` has.
 */
export function processHost(): Host {
  const { stdout, stderr } = process;
  const stop$ = new ReplaySubject<unknown>(1);
  const host: Host = { arguments: process.argv.slice(2), environment: process.env, stdout, stderr, stop$ };
  const fail = (error: unknown): void => {
    const text = explain(error, host.arguments.includes('--debug')).lines.join('\n');
    stderr.write(`${redactor(host)(text)}\n`, () => process.exit(1));
  };

  process.once('SIGINT', () => stop$.next('SIGINT'));
  process.once('SIGTERM', () => stop$.next('SIGTERM'));
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EPIPE' ? stop$.next('EPIPE') : fail(error),
  );
  stderr.on('error', () => undefined); // nobody is left to tell
  process.on('uncaughtException', fail);
  return host;
}
