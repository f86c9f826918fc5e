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

/** A file that lines are added to. */
export interface RecordingFile {
  /** At once, so that nothing waits in memory when the process ends; to a pipe as fast as its reader reads. */
  write(line: string): void;
  close(): void;
  /** Closed, and taken away where it is a file of this command's own. */
  discard(): void;
}

/**
 * Opened with the first line, so that a command that cannot start leaves none behind; only the user can read it.
 *
 * @param force - a file that is there is written anew
 * @param onPipe - is given the stream to a pipe, which the process has to wait for at its end
 * @throws CommandError where it may not be, or cannot be; so does `write`
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

/** What an open file does with lines. */
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
 * Of a pipe or a terminal. In the event loop: a write that blocks would wait for a reader that reads nothing, and answer no
 * signal.
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
 * `--force` puts a new file in the place of the old one: a link to a file is replaced, not followed, and the mode is 0600.
 * A pipe or a device of this user stays and is written to.
 *
 * @throws CommandError for a pipe of another user, and for one that no program reads
 */
function opened(file: string, force: boolean): number {
  if (!force) return openSync(file, 'wx', 0o600);
  if (existsSync(file) && !statSync(file).isFile()) return openedPipe(file);
  return openPrivateFile(file);
}

/** What another user has made would be read by that user. `/dev/null` is root's, and a terminal is this user's. */
function openedPipe(file: string): number {
  if (![lstatSync(file).uid, statSync(file).uid].every(isOwn)) throw ofAnother(file);
  try {
    // Else a pipe without a reader, also one that has just come, would make the command wait for one, deaf to Ctrl-C.
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

/** Of this user or of root; where there are no user ids, all are. */
const isOwn = (owner: number): boolean =>
  process.getuid === undefined || owner === process.getuid() || owner === 0;

const ofAnother = (file: string): CommandError => cannotWrite(file, 'it belongs to another user');

const isThere = (file: string): CommandError =>
  new CommandError(`${file} is there already`, { hints: ['Name another one, or write it anew: --force'] });

const cannotWrite = (file: string, reason: string, cause?: unknown): CommandError =>
  new CommandError(`cannot write ${file}: ${reason}`, cause === undefined ? {} : { cause });
