import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/** A file that lines are added to. */
export interface RecordingFile {
  /** At once: nothing waits in memory when the process ends. */
  write(line: string): void;
  close(): void;
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

  return {
    write(line) {
      try {
        descriptor ??= openSync(file, force ? 'w' : 'wx', 0o600);
        const bytes = Buffer.from(`${line}\n`);
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      } catch (cause) {
        if ((cause as { code?: unknown }).code === 'EEXIST') throw isThere(file);
        throw cannotWrite(file, reasonOf(cause), cause);
      }
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

const isThere = (file: string): CommandError =>
  new CommandError(`${file} is there already`, { hints: ['Name another one, or write it anew: --force'] });

const cannotWrite = (file: string, reason: string, cause?: unknown): CommandError =>
  new CommandError(`cannot write ${file}: ${reason}`, cause === undefined ? {} : { cause });
