import type { Writable } from 'node:stream';
import { fromEvent, type Observable, Subject, take } from 'rxjs';
import { jsonPieces, pieceLength } from '../lines/one-line.ts';
import { styleFor } from '../lines/style.ts';
import { yieldToEventLoop } from '../../objects/index.ts';
import type { Host } from './host.ts';
import type { Output } from './output.ts';
import { redactor } from './redactor.ts';

/** Lines to the streams of a process; no token to stderr, whatever a server writes into its messages. */
export function streamOutput(host: Host): Output {
  const { stdout, stderr, environment } = host;
  const redact = redactor(host);
  return {
    ...lineWriter(stdout),
    tell: (line) => void stderr.write(`${redact(line)}\n`),
    style: styleFor(stdout, environment),
    tellStyle: styleFor(stderr, environment),
  };
}

/** Writes lines in their order. A piece of a large one waits for the stream to take what was written before. */
function lineWriter(stdout: Writable): Pick<Output, 'print' | 'printJson' | 'flush' | 'full'> {
  const drained$ = fromEvent(stdout, 'drain').pipe(take(1));
  const caughtUp = new Subject<void>();
  let waiting: Iterator<string>[] = [];
  let first = 0; // an array's `shift` moves all that is behind
  let isBehind = false;

  const nextPiece = (): string | undefined => {
    if (!stdout.writable) waiting = []; // its reader has gone
    for (let line = waiting[first]; line !== undefined; line = waiting[++first]) {
      const next = line.next();
      if (next.done !== true) return next.value;
      waiting[first] = written;
    }
    waiting = [];
    first = 0;
    return undefined;
  };
  const step = (): void => {
    if (stdout.writableNeedDrain) return void drained$.subscribe(step);
    const piece = nextPiece();
    if (piece !== undefined) {
      stdout.write(piece);
      yieldToEventLoop(step);
      return;
    }
    isBehind = false;
    caughtUp.next();
  };
  const write = (pieces: Iterable<string>, length: number): void => {
    if (!isBehind && length <= pieceLength) {
      for (const piece of pieces) stdout.write(piece);
      return;
    }
    waiting.push(pieces[Symbol.iterator]());
    if (isBehind) return;
    isBehind = true;
    step();
  };
  const waited = (): Observable<unknown> => (isBehind ? caughtUp.pipe(take(1)) : drained$);

  return {
    print: (line) => write([`${line}\n`], 0),
    printJson: (json) => write(jsonPieces(`${json}\n`), json.length),
    flush: () => {
      for (let piece = nextPiece(); piece !== undefined; piece = nextPiece()) stdout.write(piece);
    },
    full: () => (isBehind || stdout.writableNeedDrain ? waited() : undefined),
  };
}

/** In place of a line, so that its text is let go. */
const written: Iterator<string> = [].values();
