import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';
import { firstValueFrom, fromEvent, merge, type Observable, share, Subject, take } from 'rxjs';
import { type JsonPart, jsonPieces, pieceLength } from '../lines/one-line.ts';
import { styleFor } from '../lines/style.ts';
import { ChunkedList } from '../../objects/index.ts';
import { boundedLines } from './bounded-lines.ts';
import type { Host } from './host.ts';
import type { Output } from './output.ts';
import { redactor } from './redactor.ts';
import { yieldToEventLoop } from '../../scheduling/index.ts';

/**
 * Creates an output that writes lines to the streams of a process. The output writes no token to stderr, even if a
 * server includes a token in its messages.
 *
 * @param notice - formats a text as a line for stderr. By default, the text is not changed
 */
export function streamOutput(host: Host, notice: (text: string) => string = (text) => text): Output {
  const { stdout, stderr, environment, pending } = host;
  const redact = redactor(host);
  const { caughtUp, ...lines } = lineWriter(stdout);
  pending?.push(caughtUp);
  const report = boundedLines(stderr, notice);
  return {
    ...lines,
    report: (line) => report(redact(line)),
    redact,
    style: styleFor(stdout, environment),
    tellStyle: styleFor(stderr, environment),
  };
}

interface LineWriter extends Pick<Output, 'print' | 'printJson' | 'waiting' | 'full'> {
  /** Resolves when stdout has all lines, or when the reader of stdout has closed the pipe. */
  readonly caughtUp: () => Promise<unknown>;
}

/** A line that waits to be written in pieces. */
interface WaitingLine {
  readonly pieces: Iterator<string>;
  /** The bytes of the parts that are already text, plus `bytesOfLine`. A large part becomes text when it is written. */
  bytes: number;
}

/** Encodes a text so that it contains no characters that control a terminal. */
type Encode = (text: string) => Iterable<string>;

/**
 * Creates a writer that keeps the order of the lines. A piece of a large line waits until the stream has accepted the
 * earlier data.
 */
function lineWriter(stdout: Writable): LineWriter {
  // The Observable is shared, because each of 250 resources may subscribe, and Node warns about more than ten
  // listeners.
  const drained$ = merge(fromEvent(stdout, 'drain'), fromEvent(stdout, 'close')).pipe(share(), take(1));
  const caughtUp$ = new Subject<void>();
  let lines = new ChunkedList<WaitingLine>();
  let bytes = 0;
  let isBehind = false;

  const nextPiece = (): string | undefined => {
    if (!stdout.writable) {
      lines = new ChunkedList(); // drop all lines, because the reader of stdout has closed the pipe
      bytes = 0;
    }
    for (let line = lines.peek(); line !== undefined; line = lines.peek()) {
      const next = line.pieces.next();
      if (next.done !== true) return next.value;
      lines.shift();
      bytes -= line.bytes;
    }
    return undefined;
  };
  const step = (): void => {
    if (stdout.writable && stdout.writableNeedDrain) return void drained$.subscribe(step);
    const piece = nextPiece();
    if (piece !== undefined) {
      stdout.write(piece);
      yieldToEventLoop(step);
      return;
    }
    isBehind = false;
    caughtUp$.next();
  };
  const waitingLine = (parts: readonly JsonPart[], encode: Encode): WaitingLine => {
    const texts = parts.filter((part) => typeof part === 'string');
    const line = { bytes: bytesOfLine + sizeOf(texts), pieces: piecesOf(parts) };
    function* piecesOf(all: readonly JsonPart[]): Generator<string, void> {
      for (const part of all) {
        const text = textOf(part);
        if (typeof part !== 'string') {
          line.bytes += sizeOf([text]);
          bytes += sizeOf([text]);
        }
        yield* encode(text);
      }
    }
    return line;
  };
  const write = (parts: readonly JsonPart[], encode: Encode): void => {
    let [text, made] = ['', 0];
    if (!isBehind) {
      while (made < parts.length && text.length <= pieceLength) text += textOf(parts[made++] ?? '');
      if (made === parts.length && text.length <= pieceLength) {
        for (const piece of encode(text)) stdout.write(piece);
        return;
      }
    }
    const line = waitingLine([text, ...parts.slice(made)], encode);
    lines.push(line);
    bytes += line.bytes;
    if (isBehind) return;
    isBehind = true;
    step();
  };
  const waited = (): Observable<unknown> => (isBehind ? caughtUp$.pipe(take(1)) : drained$);

  return {
    print: (line) => write([`${line}\n`], (text) => [text]),
    printJson: (parts) => write([...parts, '\n'], jsonPieces),
    waiting: () => bytes + stdout.writableLength,
    caughtUp: async () => (isBehind ? firstValueFrom(caughtUp$) : undefined),
    full: () => (isBehind || stdout.writableNeedDrain ? waited() : undefined),
  };
}

const textOf = (part: JsonPart): string => (typeof part === 'string' ? part : part());

const sizeOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Bytes that a waiting line needs in addition to its text. */
const bytesOfLine = 200;
