import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { isatty, WriteStream } from 'node:tty';
import { CommandError } from '../command-error.ts';
import { openPrivateFile } from '../output/private-file.ts';
import { unreadProblem } from '../output/unread.ts';
import { reasonOf } from '../reason-of.ts';

/** A file to which the command appends lines. */
export interface RecordingFile {
  /**
   * Writes a line to a file synchronously, so that no data waits in memory when the process ends. Writes to a pipe as
   * fast as its reader reads.
   */
  write(line: string): void;
  close(): void;
  /** Closes the file, and deletes it if it is a regular file, which this command created. */
  discard(): void;
}

/**
 * Creates a recording file. Opens the file with the first line, so that a command that cannot start leaves no file.
 * Only the user can read the file.
 *
 * @param force - whether to replace an existing file
 * @param onPipe - called with the stream of a pipe; at its end, the process has to wait for this stream
 * @throws CommandError if the file exists without `force`, or cannot be written; `write` throws it too
 */
export function recordingFile(
  file: string,
  force: boolean,
  onPipe: (stream: Writable) => void = () => undefined,
): RecordingFile {
  if (!force && existsSync(file)) throw isThere(file);
  if (!existsSync(dirname(file))) throw cannotWrite(file, `there is no folder ${dirname(file)}`);
  let sink: Sink | undefined;
  const sinkOf = (descriptor: number): Sink => {
    if (!fstatSync(descriptor).isFIFO() && !isatty(descriptor)) return fileSink(descriptor);
    const pipe = pipeSink(descriptor);
    onPipe(pipe.stream);
    return pipe;
  };
  const close = (): void => {
    sink?.close();
    sink = undefined;
  };

  return {
    write(line) {
      try {
        sink ??= sinkOf(opened(file, force));
        sink.write(Buffer.from(`${line}\n`));
      } catch (cause) {
        if (cause instanceof CommandError) throw cause;
        if ((cause as { code?: unknown }).code === 'EEXIST') throw isThere(file);
        throw cannotWrite(file, reasonOf(cause), cause);
      }
    },
    close,
    discard() {
      if (sink?.isFile === true) unlinkSync(file);
      close();
    },
  };
}

/** Writes lines to an open file. */
interface Sink {
  /** Whether it is a regular file. */
  readonly isFile: boolean;
  write(bytes: Buffer): void;
  close(): void;
}

const fileSink = (descriptor: number): Sink => ({
  isFile: fstatSync(descriptor).isFile(),
  write(bytes) {
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
  },
  close: () => closeSync(descriptor),
});

/**
 * Creates the sink of a pipe or a terminal. It writes in the event loop: a blocking write would wait for a reader that
 * does not read, and the process would not handle signals.
 */
function pipeSink(descriptor: number): Sink & { readonly stream: Writable } {
  let failure: Error | undefined;
  const stream: Socket = isatty(descriptor)
    ? new WriteStream(descriptor)
    : new Socket({ fd: descriptor, readable: false, writable: true });
  stream.on('error', (error) => (failure = error));
  return {
    isFile: false,
    stream,
    write(bytes) {
      if (failure !== undefined) throw failure;
      const problem = unreadProblem(stream.writableLength);
      if (problem !== undefined) throw new Error(problem);
      stream.write(bytes);
    },
    close: () => void stream.end(),
  };
}

/**
 * Opens the file, and returns its descriptor. `--force` puts a new file in the place of the old file: a link to a file
 * is replaced, not followed, and the mode is 0600. A pipe or a device of this user stays, and the command writes to it.
 *
 * @throws CommandError for a pipe of another user, and for a pipe that no program reads
 */
function opened(file: string, force: boolean): number {
  if (!force) return openSync(file, 'wx', 0o600);
  if (existsSync(file) && !statSync(file).isFile()) return openedPipe(file);
  return openPrivateFile(file);
}

/**
 * Opens a pipe or a device. Refuses those of another user, because that user could read the recording. `/dev/null`
 * belongs to root, and a terminal belongs to this user.
 */
function openedPipe(file: string): number {
  if (![lstatSync(file).uid, statSync(file).uid].every(isOwn)) throw ofAnother(file);
  try {
    // Without O_NONBLOCK, a pipe without a reader, also a pipe that was created just now, would block the command until
    // it has a reader. Ctrl-C would have no effect.
    const descriptor = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
    const found = fstatSync(descriptor);
    if (isOwn(found.uid) && !found.isFile()) return descriptor;
    closeSync(descriptor);
    throw isOwn(found.uid) ? cannotWrite(file, 'it is now another file; try again') : ofAnother(file);
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'ENXIO') throw cause;
    throw cannotWrite(file, 'it is a pipe, and no program reads it', cause);
  }
}

/** Whether the owner is this user or root. On a system without user ids: always true. */
const isOwn = (owner: number): boolean =>
  process.getuid === undefined || owner === process.getuid() || owner === 0;

const ofAnother = (file: string): CommandError => cannotWrite(file, 'it belongs to another user');

const isThere = (file: string): CommandError =>
  new CommandError(`${file} is there already`, { hints: ['Name another one, or write it anew: --force'] });

const cannotWrite = (file: string, reason: string, cause?: unknown): CommandError =>
  new CommandError(`cannot write ${file}: ${reason}`, cause === undefined ? {} : { cause });
