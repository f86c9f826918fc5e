import { randomUUID } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only the user can read. Writes the whole file, or no file.
 *
 * Writes under a random name that must be new (`wx`, mode 0600), and then renames the file. So a link that another user
 * puts there is replaced, never followed. Removes the partial file if a step fails.
 *
 * @throws the error of the file system
 */
export function writePrivateFile(file: string, text: string): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, text, { flag: 'wx', mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Replaces a file with an empty file that only the user can read, and returns the descriptor of the empty file. Does
 * not open the file by its name: another user with access to the folder could have put another file there meanwhile.
 *
 * @throws the error of the file system
 */
export function openPrivateFile(file: string): number {
  const part = `${file}.${randomUUID()}.part`;
  const descriptor = openSync(part, 'wx', 0o600);
  try {
    renameSync(part, file);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(part, { force: true });
    throw error;
  }
}
