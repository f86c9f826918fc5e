import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { defer, map, Observable, of } from 'rxjs';
import { createByteBuffer } from './machine/byte-buffer.ts';

/** An open file, which blocks neither the opening nor a read. */
interface OpenFile {
  readonly descriptor: number;
  /** A FIFO, or what a shell puts in for `<(command)`. */
  readonly isPipe: boolean;
}

/**
 * Opens a file to read. Without `O_NONBLOCK` the process would wait for the writer of a FIFO, and answer no signal.
 *
 * @throws what `node:fs` throws
 */
export function openInput(file: string): OpenFile {
  const descriptor = openSync(file, constants.O_RDONLY | nonBlocking);
  return { descriptor, isPipe: fstatSync(descriptor).isFIFO() };
}

/** Windows has none, and no FIFO. */
const nonBlocking = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

/** Bytes of a kubeconfig, a certificate or a token; a kubeconfig of 1,000 clusters has 5 MiB. */
export const mostInputBytes: number = 16 * 1_048_576;

/**
 * The bytes of a file at once, where no pipe can be waited for.
 *
 * @throws what `node:fs` throws, and an Error for a pipe and for more bytes than `most`
 */
export function readFileNow(file: string, most: number = mostInputBytes): Buffer {
  const { descriptor, isPipe } = openInput(file);
  try {
    if (isPipe) throw new Error(notRegular);
    return bytesOf(descriptor, most);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The text of a file, or of a pipe once its writer has closed it.
 *
 * Errors with what `node:fs` throws, and with an Error for more bytes than `most`.
 */
export function readTextFile(file: string, most: number = mostInputBytes): Observable<string> {
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
 * Checks a file that another program part will read whole. A file that is not there passes.
 *
 * @throws Error for a directory, a pipe, a device, and more bytes than `most`
 */
export function checkRegularFile(file: string, most: number = mostInputBytes): void {
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
    if (all.length > most) throw tooLong(most); // a device need not end, nor say its size
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

/** Waits for the pipe in the event loop. A stream of `node:fs` waits in a thread, which the process joins at its exit. */
export const pipeStream = (descriptor: number): Socket => new Socket({ fd: descriptor, writable: false });
