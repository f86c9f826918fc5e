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
  /** Runs an executable in it; resolves with what it printed, rejects with that when it fails. */
  run(executable: string, ...words: readonly string[]): Promise<string>;
}

const execute = promisify(execFile);
const programs = join(import.meta.dirname, 'programs');

/** Installs into an empty folder: the tarball, and what else the user has. */
export async function createProject(
  folder: string,
  tarball: string,
  others: readonly string[],
): Promise<Project> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"user","private":true,"type":"module"}');
  const project: Project = {
    folder,
    add: (program) => cpSync(join(programs, program), join(folder, basename(program))),
    run: async (executable, ...words) => {
      // A program's own Node comes first, for the scripts that name `node`.
      const PATH = `${dirname(executable)}:${process.env['PATH'] ?? ''}`;
      const environment = { ...process.env, PATH, NODE_OPTIONS: '' };
      try {
        const { stdout } = await execute(executable, words, {
          cwd: folder,
          env: environment,
          timeout: 120_000,
        });
        return stdout;
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        throw new Error(`${basename(executable)} ${words.join(' ')}\n${stdout}${stderr}`, { cause: error });
      }
    },
  };
  await project.run('npm', 'install', '--no-audit', '--no-fund', tarball, ...others);
  return project;
}
