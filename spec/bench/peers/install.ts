/**
 * Installs other informer libraries for comparison. The project does not depend on these libraries, because they are
 * larger than all its dependencies. The libraries are installed once, with a separate lock file, in the cache folder.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const files = ['package.json', 'package-lock.json'].map((name) => join(import.meta.dirname, name));

/** Returns the folder of the installation. The name of the folder contains a digest of the lock file. */
function home(): string {
  const digest = createHash('sha256');
  for (const file of files) digest.update(readFileSync(file));
  return join(homedir(), '.cache/rx-informer/bench-peers', digest.digest('hex').slice(0, 16));
}

/**
 * Installs the libraries if they are missing.
 *
 * @throws Error with the reason if the libraries cannot be installed
 */
export async function installPeers(): Promise<void> {
  if (existsSync(home())) return;
  const unfinished = `${home()}.${process.pid}`; // this folder gets its final name when the installation is complete
  try {
    await mkdir(unfinished, { recursive: true });
    for (const file of files) await copyFile(file, join(unfinished, file.slice(import.meta.dirname.length)));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', args, { cwd: unfinished, timeout: 300_000 });
    await rename(unfinished, home());
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const said = /^npm error (?!code |syscall |errno )(.+)/m.exec(String(error))?.[1];
    throw new Error(`npm could not install the package${said === undefined ? '' : `: ${said}`}`, {
      cause: error,
    });
  }
}

/** Imports the module of an installed library. */
export async function importPeer<T>(name: string): Promise<T> {
  const file = createRequire(join(home(), 'package.json')).resolve(name);
  return (await import(pathToFileURL(file).href)) as T;
}
