import { createReadStream, statSync } from 'node:fs';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { CommandError } from '../command-error.ts';
import { openInput, pipeStream } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';
import { checkLine, longestLine, tooLongError } from './check-line.ts';

/**
 * The maximum number of characters of the first line, which is the header. A file with a longer first line is not a
 * recording.
 */
const longestHeader = 65_536;

/** Reads the lines of a file, one at a time. */
export interface FileLines {
  /**
   * Resolves with the next line; `undefined` after the last line.
   *
   * @throws CommandError for a file that cannot be read
   */
  next(): Promise<string | undefined>;
  /** Closes the file at once, even while `next` waits for a line. */
  close(): void;
}

/**
 * Opens a file for reading by lines. Opens the file only once, because a pipe can be read only once. The memory
 * contains only one chunk of the file and the current line. Removes a byte order mark.
 *
 * @param file - the path of the file; `-` means stdin
 * @throws CommandError for a pipe or a device that cannot be opened
 */
export function fileLines(file: string, stdin: () => Readable = () => process.stdin): FileLines {
  const stream = openStream(file, stdin);
  const lines = linesOf(stream, file);
  return {
    async next() {
      try {
        const { done, value } = await lines.next();
        return done === true ? undefined : value;
      } catch (cause) {
        if (cause instanceof CommandError) throw cause;
        throw cannotRead(file, cause);
      }
    },
    close: () => void stream.destroy(),
  };
}

/**
 * Opens a file as a stream. A stream of `node:fs` would wait in a thread for the writer of a FIFO or for a line of a
 * terminal. At its end, the process would wait for this thread.
 *
 * @throws the error of `node:fs` for a device that cannot be opened
 */
function streamOf(file: string): Readable {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return createReadStream(file);
  const { descriptor, isPipe } = openInput(file);
  if (isPipe) return pipeStream(descriptor);
  return isatty(descriptor) ? new ReadStream(descriptor) : createReadStream(file, { fd: descriptor });
}

function openStream(file: string, stdin: () => Readable): Readable {
  try {
    return standsForStdin.includes(file) ? stdin() : streamOf(file);
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

const cannotRead = (file: string, cause: unknown): CommandError =>
  new CommandError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });

/** The names that mean stdin. Some shells and programs use a socket as stdin, and these names cannot open a socket. */
const standsForStdin: readonly string[] = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

async function* linesOf(stream: Readable, file: string): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  let begun = createPieces();
  const joined = async (): Promise<string> => {
    const text = begun.join();
    await checkLine(file, line, text);
    return text;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (decoder === undefined && isCompressed(chunk)) throw compressed(file);
    decoder ??= decoderOf(chunk);
    const [head = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.add(head);
    for (const next of rest) {
      yield await joined();
      line++;
      begun = createPieces();
      begun.add(next);
    }
    if (begun.length > longestLine) throw tooLongError(file, line);
    if (line === 1 && begun.length > longestHeader) {
      yield begun.join();
      return;
    }
  }
  begun.add(decoder?.decode() ?? '');
  const last = await joined();
  if (last !== '') yield last;
}

/** A line that arrives in pieces of text. */
interface Pieces {
  readonly length: number;
  add(piece: string): void;
  join(): string;
}

/**
 * Creates an empty text. A program may write a line of 64 Mi characters one character at a time. A list of so many
 * pieces would need much memory. So the text joins its pieces whenever there are {@link maxPieces} pieces.
 */
function createPieces(): Pieces {
  const joined: string[] = [];
  let pieces: string[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(piece) {
      length += piece.length;
      pieces.push(piece);
      if (pieces.length < maxPieces) return;
      joined.push(pieces.join(''));
      pieces = [];
    },
    join: () => joined.join('') + pieces.join(''),
  };
}

const maxPieces = 1_024;

/**
 * Returns the decoder for the encoding of the first chunk. On Windows, `> file` writes UTF-16 with a byte order mark.
 */
const decoderOf = (chunk: Uint8Array): TextDecoder =>
  new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');

const isCompressed = (chunk: Uint8Array): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b;

const compressed = (file: string): CommandError =>
  new CommandError(`${file} is compressed`, {
    hints: [file === '-' ? 'Put gunzip before it' : `gunzip -c ${file} | rx-informer replay -`],
  });
