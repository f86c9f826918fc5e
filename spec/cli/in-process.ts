import { PassThrough } from 'node:stream';
import { ReplaySubject } from 'rxjs';
import { run } from '../../src/cli/run.ts';

/**
 * A run of the `rx-informer` command in the process of the spec. Unlike the real command, this run ignores signals.
 */
export interface InProcess {
  readonly stdout: PassThrough;
  readonly output: () => string;
  readonly errors: () => string;
  readonly ended: Promise<number>;
  readonly stop: () => void;
}

/**
 * Runs the `rx-informer` command in the process of the spec.
 *
 * @param options.reads - whether a reader reads stdout
 */
export function inProcess(
  words: readonly string[],
  {
    environment = {},
    reads = true,
  }: { environment?: Readonly<Record<string, string>>; reads?: boolean } = {},
): InProcess {
  const stop$ = new ReplaySubject<unknown>(1);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let [output, errors] = ['', ''];
  if (reads) stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));

  return {
    stdout,
    output: () => output,
    errors: () => errors,
    ended: run({ arguments: words, environment, stdout, stderr, stop$ }),
    stop: () => stop$.next('stop'),
  };
}
