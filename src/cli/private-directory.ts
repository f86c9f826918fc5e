import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A directory that only this user can write to. Creates it with mode 0700, and returns its real path.
 *
 * Returns `undefined` when the directory is a symbolic link, belongs to another user, gives rights to a group or to
 * others, lies below a directory that another user can change, or cannot be made. Makes none in the home of another user,
 * as `sudo` would.
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
    return undefined; // a cache only saves time
  }
}

/** The directory that is to be, or the nearest above it that is there. */
const existingAbove = (directory: string): string =>
  existsSync(directory) ? directory : existingAbove(dirname(directory));

/** Whether no other user but root can rename what is in the directory, or in a directory above it. */
function isOutOfReach(directory: string, uid: number): boolean {
  const { mode, uid: owner } = lstatSync(directory);
  const othersWrite = (mode & writeOfOthers) !== 0 && (mode & sticky) === 0;
  if (othersWrite || (owner !== uid && owner !== 0)) return false;
  const parent = dirname(directory);
  return parent === directory || isOutOfReach(parent, uid);
}

// Bits of `st_mode`, inode(7).
const fileType = 0o170000;
const directoryType = 0o040000;
const sticky = 0o1000;
const rightsOfOthers = 0o077;
const writeOfOthers = 0o022;
