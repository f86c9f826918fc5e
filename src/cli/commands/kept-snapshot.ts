import { existsSync } from 'node:fs';
import { type ApiServer, readSnapshot, writeSnapshot } from '../../apiserver/index.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../output/output.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Begins where a server left off; a file that is not there is made at the end.
 *
 * @returns whether it was there
 * @throws CommandError for one that is cut off, or of something else
 */
export function loadSnapshot(server: Pick<ApiServer, 'restore'>, file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    server.restore(readSnapshot(file));
    return true;
  } catch (cause) {
    throw new CommandError(`--snapshot: ${reasonOf(cause)}`, { cause });
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
