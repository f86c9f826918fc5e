import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ApiServer, readSnapshot, writeSnapshot } from '../../apiserver/index.ts';
import { OptionsError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { checkRegularFile } from '../input-file.ts';
import type { Output } from '../output/output.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Restores a server from a snapshot file. If the file does not exist, checks that the command can write the file later.
 *
 * @returns whether the file exists
 * @throws CommandError if the file is incomplete or is not a snapshot, and if the file cannot be written
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
    const hints = isOfFileSystem(cause) ? [] : ['Without the file, the server starts with an empty state.'];
    throw new CommandError(problemOf(file, cause), { cause, hints });
  }
}

/** The maximum number of bytes of a snapshot: about the maximum that Node reads into one string. */
const maxBytes = 512 * 1_048_576;

function checkReadable(file: string): void {
  try {
    checkRegularFile(file, maxBytes);
  } catch (cause) {
    throw new CommandError(`cannot read ${file} (--snapshot): ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Adds the name of the file to an error. An error of the file system or about the content does not contain the name.
 */
function problemOf(file: string, error: unknown): string {
  // A too deeply nested value overflows the stack, and a stack overflow is a RangeError.
  if (error instanceof RangeError) return `${file} (--snapshot): it is nested too deep`;
  if (error instanceof OptionsError) return `${file} (--snapshot): ${error.message}`;
  return isOfFileSystem(error)
    ? `cannot read ${file} (--snapshot): ${reasonOf(error)}`
    : `--snapshot: ${reasonOf(error)}`;
}

const isOfFileSystem = (error: unknown): boolean => typeof (error as { code?: unknown }).code === 'string';

/** Checks at the start that the folder is writable. An error at the end, perhaps hours later, would come too late. */
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

/**
 * Writes all objects of a server to a file. If the write fails, prints the error and does not throw, because the
 * command is at its end.
 */
export function saveSnapshot(server: Pick<ApiServer, 'snapshot'>, file: string, output: Output): void {
  try {
    writeSnapshot(file, server.snapshot());
  } catch (error) {
    output.report(`--snapshot: nothing was saved: ${reasonOf(error)}`);
  }
}
