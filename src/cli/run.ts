import { defer, lastValueFrom, takeUntil } from 'rxjs';
import { readArguments } from './arguments/read-arguments.ts';
import { execute } from './execute.ts';
import { explain } from './explain.ts';
import type { Host } from './output/host.ts';
import { redactor } from './output/redactor.ts';
import { version } from './version.ts';

/** Reads the command line, runs the command, and resolves with the exit code of the process. */
export async function run(host: Host): Promise<number> {
  const { stdout, stderr, stop$ } = host;
  const redact = redactor(host);
  try {
    const reading = readArguments(host.arguments, version(), {
      out: (text) => stdout.write(text),
      error: (text) => stderr.write(redact(text)),
    });
    if (reading.command === 'exit') return reading.exitCode;

    const done$ = defer(() => execute(reading, host)).pipe(takeUntil(stop$));
    await lastValueFrom(done$, { defaultValue: undefined });
    return 0;
  } catch (error) {
    const { lines, exitCode } = explain(error, host.arguments.includes('--debug'), redact);
    for (const line of lines) stderr.write(`${line}\n`);
    return exitCode;
  }
}
