import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ApiServer, readSnapshot, writeSnapshot } from '../../apiserver/index.ts';
import { OptionsError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { checkRegularFile } from '../input-file.ts';
import type { Output } from '../output/output.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Begins where a server left off; a file that is not there is made at the end.
 *
 * @returns whether it was there
 * @throws CommandError for one that is cut off, or of something else, and where none can be made
 */
export function loadSnapshot(server: Pick<ApiServer, 'restore'>, file: string): boolean {
  if (!existsSync(file)) {
    checkFolder(file);
    return false;
  }
  checkReadable(file);
  try {
    server.restore(readSnapshot(file));
    return true;
  } catch (cause) {
    const hints = isOfFileSystem(cause) ? [] : ['Without the file it begins anew.'];
    throw new CommandError(problemOf(file, cause), { cause, hints });
  }
}

/** Bytes of a snapshot: about as many as Node reads into one text. */
const mostBytes = 512 * 1_048_576;

function checkReadable(file: string): void {
  try {
    checkRegularFile(file, mostBytes);
  } catch (cause) {
    throw new CommandError(`cannot read ${file} (--snapshot): ${reasonOf(cause)}`, { cause });
  }
}

/** What the file system says does not name the file, nor does what is wrong within it. */
function problemOf(file: string, error: unknown): string {
  if (error instanceof RangeError) return `${file} (--snapshot): it is nested too deep`; // the stack overflowed
  if (error instanceof OptionsError) return `${file} (--snapshot): ${error.message}`;
  return isOfFileSystem(error)
    ? `cannot read ${file} (--snapshot): ${reasonOf(error)}`
    : `--snapshot: ${reasonOf(error)}`;
}

const isOfFileSystem = (error: unknown): boolean => typeof (error as { code?: unknown }).code === 'string';

/** Hours later, at the end, it would be too late to say so. */
function checkFolder(file: string): void {
  const folder = dirname(file);
  const refused = (reason: string, cause?: unknown): CommandError =>
    new CommandError(`cannot write ${file} (--snapshot): ${reason}`, { cause });
  if (/[\\/]$/.test(file)) throw refused('it is the name of a folder');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw refused(`there is no folder ${folder}`);
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw refused(reasonOf(cause), cause);
  }
}

/** Leaves everything in a file; where that cannot be it is told, for the command is at its end. */
export function saveSnapshot(server: Pick<ApiServer, 'snapshot'>, file: string, output: Output): void {
  try {
    writeSnapshot(file, server.snapshot());
  } catch (error) {
    output.tell(`--snapshot: nothing was kept: ${reasonOf(error)}`);
  }
}
