import { isAbsolute, join } from 'node:path';
import { privateDirectory } from './private-directory.ts';

/**
 * Returns the directory for Node's compile cache. Node runs the bytecode in this directory, so only this user may write
 * to the directory.
 *
 * Creates the directory with mode 0700, below `$XDG_CACHE_HOME`, or below `~/.cache` if `XDG_CACHE_HOME` is not set.
 *
 * Returns `undefined` if the environment names no base directory or the system has no user ids. Returns `undefined`
 * also if `privateDirectory` does not accept the directory. The command then uses no cache.
 *
 * @param uid - the user of the process; `undefined` on a system without user ids
 */
export function compileCacheDirectory(
  { XDG_CACHE_HOME: cache = '', HOME: home = '' }: Readonly<Record<string, string | undefined>>,
  uid: number | undefined,
): string | undefined {
  const base = isAbsolute(cache) ? cache : isAbsolute(home) ? join(home, '.cache') : undefined;
  if (base === undefined || uid === undefined) return undefined;
  return privateDirectory(join(base, 'rx-informer', 'compiled'), uid);
}
