import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { defer, map, Observable, of } from 'rxjs';
import { createByteBuffer } from './machine/byte-buffer.ts';

/** An open file. Opening the file and reading from its descriptor do not block the process. */
interface OpenFile {
  readonly descriptor: number;
  /** Whether the file is a FIFO, such as the FIFO that a shell creates for `<(command)`. */
  readonly isPipe: boolean;
}

/**
 * Opens a file for reading with `O_NONBLOCK`. Without this flag, the process would block until a FIFO has a writer, and
 * would not handle signals.
 *
 * @throws the error of `node:fs`
 */
export function openInput(file: string): OpenFile {
  const descriptor = openSync(file, constants.O_RDONLY | nonBlocking);
  return { descriptor, isPipe: fstatSync(descriptor).isFIFO() };
}

/** Windows has neither `O_NONBLOCK` nor FIFOs. */
const nonBlocking = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

/** The maximum number of bytes of a kubeconfig, a certificate or a token. A kubeconfig of 1,000 clusters has 5 MiB. */
export const maxInputBytes: number = 16 * 1_048_576;

/**
 * Reads a file synchronously, for callers that cannot wait for a pipe.
 *
 * @param most - the maximum number of bytes
 * @throws the error of `node:fs`; an Error for a pipe, and for a file that is too large
 */
export function readFileNow(file: string, most: number = maxInputBytes): Buffer {
  const { descriptor, isPipe } = openInput(file);
  try {
    if (isPipe) throw new Error(notRegular);
    return bytesOf(descriptor, most);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Emits the text of a file. If the file is a pipe, emits the text when the writer has closed the pipe.
 *
 * Errors with the error of `node:fs`, or with an Error for a file that is too large.
 *
 * @param most - the maximum number of bytes
 */
export function readTextFile(file: string, most: number = maxInputBytes): Observable<string> {
  return defer(() => {
    const { descriptor, isPipe } = openInput(file);
    if (isPipe) return bytesOfPipe(descriptor, most);
    try {
      return of(bytesOf(descriptor, most));
    } finally {
      closeSync(descriptor);
    }
  }).pipe(map((bytes) => bytes.toString('utf8')));
}

/**
 * Checks a file that other code will read as a whole. A missing file passes the check.
 *
 * @param most - the maximum number of bytes
 * @throws Error for a directory, a pipe, a device, and a file that is too large
 */
export function checkRegularFile(file: string, most: number = maxInputBytes): void {
  const stats: Stats | undefined = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) throw new Error('it is a directory, and a regular file is needed here');
  if (!stats.isFile()) throw new Error(notRegular);
  if (stats.size > most) throw tooLong(most);
}

const notRegular = 'it is a pipe or a device, and a regular file is needed here';

const tooLong = (most: number): Error =>
  new Error(`it has more than ${most} bytes, which is the most that is read of it`);

function bytesOf(descriptor: number, most: number): Buffer {
  const all = createByteBuffer();
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const read = readSync(descriptor, chunk);
    if (read === 0) return all.bytes();
    all.append(chunk.subarray(0, read));
    if (all.length > most) throw tooLong(most); // a device may have no end, so its size is checked while it is read
  }
}

const chunkBytes = 65_536;

function bytesOfPipe(descriptor: number, most: number): Observable<Buffer> {
  return new Observable((subscriber) => {
    const all = createByteBuffer();
    const socket = pipeStream(descriptor)
      .on('data', (chunk: Buffer) => {
        all.append(chunk);
        if (all.length > most) subscriber.error(tooLong(most));
      })
      .on('error', (error) => subscriber.error(error))
      .on('end', () => {
        subscriber.next(all.bytes());
        subscriber.complete();
      });
    return () => void socket.destroy();
  });
}

/**
 * Creates a stream that waits for the pipe in the event loop. A stream of `node:fs` would wait in a thread, and at exit
 * the process would wait for this thread.
 */
export const pipeStream = (descriptor: number): Socket => new Socket({ fd: descriptor, writable: false });
