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
   * Writes a line. A write to a file is synchronous, so that no data waits in memory when the process ends. A write to
   * a pipe waits for the reader of the pipe.
   */
  write(line: string): void;
  close(): void;
  /**
   * Closes the file. Also deletes a regular file, because this command created the file. Does not delete a
   * pipe or a device.
   */
  discard(): void;
}

/**
 * Creates a recording file. Opens the file at the first line, so that a command that cannot start leaves no file. Only
 * the user can read the file.
 *
 * @param force - whether an existing file may be replaced
 * @param onPipe - called with the stream of a pipe, so that the process waits for the stream at its end
 * @throws CommandError if the file exists without `force`, or cannot be written; the method `write` can throw the same
 *   error
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

/** The destination of the lines of a recording: a file, a pipe or a terminal. */
interface Sink {
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
 * Creates the sink of a pipe or a terminal. The sink writes in the event loop. A blocking write would wait for a reader
 * that does not read, and the process would not handle signals.
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
 * Opens the file, and returns the file descriptor. With `force`, a new file with mode 0600 replaces the old file. If
 * the old file is a link to a file, the link is replaced and not followed. If the file is a pipe or a device of this
 * user, the command writes to the pipe or the device.
 *
 * @throws CommandError for a pipe of another user, and for a pipe that no program reads
 */
function opened(file: string, force: boolean): number {
  if (!force) return openSync(file, 'wx', 0o600);
  if (existsSync(file) && !statSync(file).isFile()) return openedPipe(file);
  return openPrivateFile(file);
}

/**
 * Opens a pipe or a device. Refuses a pipe or a device of another user, because that user could read the recording.
 * Accepts `/dev/null`, which belongs to root, and a terminal, which belongs to this user.
 */
function openedPipe(file: string): number {
  if (![lstatSync(file).uid, statSync(file).uid].every(isOwn)) throw ofAnother(file);
  try {
    // Without O_NONBLOCK, a pipe without a reader would block the command until the pipe has a reader, and Ctrl-C would
    // have no effect. Another program may have just created the pipe, so the flag is always set.
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

/** Whether the owner is this user or root. Always true on a system without user ids. */
const isOwn = (owner: number): boolean =>
  process.getuid === undefined || owner === process.getuid() || owner === 0;

const ofAnother = (file: string): CommandError => cannotWrite(file, 'it belongs to another user');

const isThere = (file: string): CommandError =>
  new CommandError(`${file} is there already`, {
    hints: ['Name another file, or overwrite this file: --force'],
  });

const cannotWrite = (file: string, reason: string, cause?: unknown): CommandError =>
  new CommandError(`cannot write ${file}: ${reason}`, cause === undefined ? {} : { cause });
