import { fromEvent, take } from 'rxjs';
import { styleFor } from '../lines/style.ts';
import type { Host } from './host.ts';
import type { Output } from './output.ts';
import { redactor } from './redactor.ts';

/** Lines to the streams of a process; no token to stderr, whatever a server writes into its messages. */
export function streamOutput(host: Host): Output {
  const { stdout, stderr, environment } = host;
  const redact = redactor(host);
  const drained$ = fromEvent(stdout, 'drain').pipe(take(1));
  return {
    full: () => (stdout.writableNeedDrain ? drained$ : undefined),
    print: (line) => void stdout.write(`${line}\n`),
    tell: (line) => void stderr.write(`${redact(line)}\n`),
    style: styleFor(stdout, environment),
    tellStyle: styleFor(stderr, environment),
  };
}
