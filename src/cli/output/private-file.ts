import { randomUUID } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only the user can read. The file is written completely, or not at all.
 *
 * Creates a new file with a random name (`wx`, mode 0600), and then renames it to the name of the file. If another user
 * has created a link with that name, the rename replaces the link and does not follow it. If the write or the rename
 * fails, deletes the new file.
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
 * not open the file by its name, because another user with access to the folder could have replaced the file.
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
