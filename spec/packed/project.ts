import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** An empty folder into which the package was installed, as a user has it. */
export interface Project {
  readonly folder: string;
  /** Copies a program of `programs/` into it. */
  add(program: string): void;
  /** Writes a file of the user's. */
  write(path: string, text: string): void;
  /** Runs an executable in it; resolves with what it printed to stdout, rejects with all that it printed when it fails. */
  run(executable: string, ...words: readonly string[]): Promise<string>;
  /** The same; resolves with what it printed to stdout, and to stderr behind that. */
  output(executable: string, ...words: readonly string[]): Promise<string>;
}

const execute = promisify(execFile);
const programs = join(import.meta.dirname, 'programs');

/** Installs into an empty folder: the tarball, and what else the user has. */
export async function createProject(
  folder: string,
  tarball: string,
  others: readonly string[],
  type?: 'module' | 'commonjs',
): Promise<Project> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type }));
  const output = async (executable: string, words: readonly string[]) => {
    // A program's own Node comes first, for the scripts that name `node`.
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
