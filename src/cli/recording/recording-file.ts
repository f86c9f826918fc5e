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
import { dirname } from 'node:path';
import process from 'node:process';
import { CommandError } from '../command-error.ts';
import { writePrivateFile } from '../output/private-file.ts';
import { reasonOf } from '../reason-of.ts';

/** A file that lines are added to. */
export interface RecordingFile {
  /** At once: nothing waits in memory when the process ends. */
  write(line: string): void;
  close(): void;
  /** Closed, and taken away where it is a file of this command's own. */
  discard(): void;
}

/**
 * Opened with the first line, so that a command that cannot start leaves none behind; only the user can read it.
 *
 * @param force - a file that is there is written anew
 * @throws CommandError where it may not be, or cannot be; so does `write`
 */
export function recordingFile(file: string, force: boolean): RecordingFile {
  if (!force && existsSync(file)) throw isThere(file);
  if (!existsSync(dirname(file))) throw cannotWrite(file, `there is no folder ${dirname(file)}`);
  let descriptor: number | undefined;
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };

  return {
    write(line) {
      try {
        descriptor ??= opened(file, force);
        const bytes = Buffer.from(`${line}\n`);
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      } catch (cause) {
        if (cause instanceof CommandError) throw cause;
        if ((cause as { code?: unknown }).code === 'EEXIST') throw isThere(file);
        throw cannotWrite(file, reasonOf(cause), cause);
      }
    },
    close,
    discard() {
      if (descriptor !== undefined && fstatSync(descriptor).isFile()) unlinkSync(file);
      close();
    },
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
  writePrivateFile(file, '');
  return openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW);
}

/** What another user has made would be read by that user. `/dev/null` is root's, and a terminal is this user's. */
function openedPipe(file: string): number {
  const { uid } = statSync(file);
  const isOwn = [lstatSync(file).uid, uid].every((owner) => owner === process.getuid?.() || owner === 0);
  if (process.getuid !== undefined && !isOwn) throw cannotWrite(file, 'it belongs to another user');
  try {
    // A pipe without a reader would make the next line wait for one, deaf to Ctrl-C.
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'ENXIO') throw cause;
    throw cannotWrite(file, 'it is a pipe, and no program reads it', cause);
  }
  return openSync(file, constants.O_WRONLY);
}

const isThere = (file: string): CommandError =>
  new CommandError(`${file} is there already`, { hints: ['Name another one, or write it anew: --force'] });

const cannotWrite = (file: string, reason: string, cause?: unknown): CommandError =>
  new CommandError(`cannot write ${file}: ${reason}`, cause === undefined ? {} : { cause });
