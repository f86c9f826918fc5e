import type { Writable } from 'node:stream';
import { fromEvent, type Observable, Subject, take } from 'rxjs';
import { jsonPieces, pieceLength } from '../lines/one-line.ts';
import { styleFor } from '../lines/style.ts';
import { ChunkedList, yieldToEventLoop } from '../../objects/index.ts';
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
  let waiting = new ChunkedList<Iterator<string>>();
  let isBehind = false;

  const nextPiece = (): string | undefined => {
    if (!stdout.writable) waiting = new ChunkedList(); // its reader has gone
    for (let line = waiting.peek(); line !== undefined; line = waiting.peek()) {
      const next = line.next();
      if (next.done !== true) return next.value;
      waiting.shift();
    }
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
