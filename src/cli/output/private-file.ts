import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only the user can read, whole or not at all.
 *
 * Writes under a random name that must be new (`wx`, mode 0600), then renames: a link that another user puts there is
 * replaced, never followed. Removes the part when a step fails.
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
