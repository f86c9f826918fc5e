import { closeSync, existsSync, fchmodSync, fstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../command-error.ts';
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

/** A file that was there keeps its mode when it is written anew, and others may be able to read it. */
function opened(file: string, force: boolean): number {
  const descriptor = openSync(file, force ? 'w' : 'wx', 0o600);
  if (force && fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
  return descriptor;
}

const isThere = (file: string): CommandError =>
  new CommandError(`${file} is there already`, { hints: ['Name another one, or write it anew: --force'] });

const cannotWrite = (file: string, reason: string, cause?: unknown): CommandError =>
  new CommandError(`cannot write ${file}: ${reason}`, cause === undefined ? {} : { cause });
