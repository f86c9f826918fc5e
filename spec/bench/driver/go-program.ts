import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A measured program whose Go sources are in this repository. */
export interface GoProgram {
  /** Returns the path of the program that is built from the current sources. */
  readonly path: () => string;
  /**
   * Builds the program if it is missing. The first build takes minutes.
   *
   * @throws Error with the reason if the program cannot be built
   */
  readonly build: () => Promise<void>;
}

/** The package that all measured Go programs import. */
const shared = fileURLToPath(new URL('../measurement', import.meta.url));

const goFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /\.go$|^go\./.test(name))
    .toSorted()
    .map((name) => join(folder, name));

/**
 * Returns the program whose sources are the Go files of a folder.
 *
 * @param name - the name of the folder for the built program
 */
export function goProgram(name: string, folder: string): GoProgram {
  const path = (): string => {
    const digest = createHash('sha256');
    for (const file of [folder, shared].flatMap(goFilesIn)) digest.update(readFileSync(file));
    return join(homedir(), '.cache/rx-informer', name, digest.digest('hex').slice(0, 16));
  };
  return {
    path,
    async build() {
      const program = path();
      if (existsSync(program)) return;
      const run = promisify(execFile);
      await run('go', ['version']).catch((error: unknown) => {
        throw new Error('no Go', { cause: error });
      });
      const unfinished = `${program}.${process.pid}`;
      await mkdir(join(program, '..'), { recursive: true });
      const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
      await run('go', ['build', '-trimpath', '-o', unfinished, '.'], { cwd: folder, env, timeout: 600_000 });
      await rename(unfinished, program);
    },
  };
}
