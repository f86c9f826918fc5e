import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** A folder in which the packed library is installed, like the project of a user. */
export interface Project {
  readonly folder: string;
  /** Copies a program from `programs/` into the folder. */
  add(program: string): void;
  /** Writes a file into the folder. */
  write(path: string, text: string): void;
  /**
   * Runs an executable in the folder. Resolves with its stdout. If the executable fails, rejects with its stdout and
   * stderr.
   */
  run(executable: string, ...words: readonly string[]): Promise<string>;
  /** Runs an executable in the folder. Resolves with its stdout, followed by its stderr. */
  output(executable: string, ...words: readonly string[]): Promise<string>;
}

const execute = promisify(execFile);
const programs = join(import.meta.dirname, 'programs');

/** Installs the tarball of the library and other packages into an empty folder. */
export async function createProject(
  folder: string,
  tarball: string,
  others: readonly string[],
  type?: 'module' | 'commonjs',
): Promise<Project> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type }));
  const output = async (executable: string, words: readonly string[]) => {
    // The folder of the executable comes first in PATH. Scripts that call `node` then run the same Node version.
    const PATH = `${dirname(executable)}:${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH, NODE_OPTIONS: '', NO_COLOR: '1' };
    try {
      return await execute(executable, words, { cwd: folder, env, timeout: 120_000 });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${basename(executable)} ${words.join(' ')}\n${stdout}${stderr}`, { cause: error });
    }
  };
  const project: Project = {
    folder,
    add: (program) => cpSync(join(programs, program), join(folder, basename(program))),
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    run: async (executable, ...words) => (await output(executable, words)).stdout,
    output: async (executable, ...words) => {
      const { stdout, stderr } = await output(executable, words);
      return stdout + stderr;
    },
  };
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, ...others];
  await project.run('npm', ...install);
  return project;
}
