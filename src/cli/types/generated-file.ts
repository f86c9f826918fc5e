import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../command-error.ts';
import { readFileNow } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';
import { banner } from './generate/typescript-file.ts';

/**
 * Writes a generated file. Replaces only a file that this command has written.
 *
 * @throws CommandError if the file cannot be written, or if the file has other content
 */
export function writeGeneratedFile(file: string, text: string): void {
  try {
    if (existsSync(file) && !readFileNow(file, maxBytes).toString('utf8').startsWith(banner)) {
      throw new CommandError(`-o: ${file} is there already, and rx-informer types has not written it`, {
        hints: ['Name a file that does not exist yet, or delete the file.'],
      });
    }
    writeFileSync(file, text);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const folder = dirname(file);
    const reason = existsSync(folder) ? reasonOf(cause) : `there is no folder ${folder}`;
    throw new CommandError(`cannot write ${file} (-o): ${reason}`, { cause });
  }
}

/** The maximum number of bytes of a file that the command replaces. */
const maxBytes = 512 * 1_048_576;
