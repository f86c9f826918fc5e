import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory with mode 0700 to which only this user can write, and returns the real path of the directory.
 *
 * Returns `undefined` if the directory cannot be created, is a symbolic link, or belongs to another user. Returns
 * `undefined` also if other users have rights on the directory, or can change a directory above it. Creates no
 * directory in the home of another user, for example under `sudo`.
 */
export function privateDirectory(directory: string, uid: number): string | undefined {
  try {
    if (!isOutOfReach(realpathSync(existingAbove(directory)), uid)) return undefined;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { mode, uid: owner } = lstatSync(directory);
    const isPrivate = (mode & fileType) === directoryType && (mode & rightsOfOthers) === 0 && owner === uid;
    const real = realpathSync(directory);
    return isPrivate && isOutOfReach(dirname(real), uid) ? real : undefined;
  } catch {
    return undefined; // without this directory the command works, but has no cache
  }
}

/** Returns the directory if it exists. Otherwise returns the nearest parent directory that exists. */
const existingAbove = (directory: string): string =>
  existsSync(directory) ? directory : existingAbove(dirname(directory));

/** Whether only this user and root can rename the entries of the directory and of every parent directory. */
function isOutOfReach(directory: string, uid: number): boolean {
  const { mode, uid: owner } = lstatSync(directory);
  const othersWrite = (mode & writeOfOthers) !== 0 && (mode & sticky) === 0;
  if (othersWrite || (owner !== uid && owner !== 0)) return false;
  const parent = dirname(directory);
  return parent === directory || isOutOfReach(parent, uid);
}

// The bits of the file mode `st_mode`, see inode(7).
const fileType = 0o170000;
const directoryType = 0o040000;
const sticky = 0o1000;
const rightsOfOthers = 0o077;
const writeOfOthers = 0o022;
