import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The compilers of the package: the native compiler, and TypeScript 6. */
export const compilers = ['tsc', 'tsc6'] as const;

/**
 * Writes TypeScript files into a folder of `build/`, and compiles them with the strict options of the package. The files
 * import the package by its public names. Resolves with the messages of the compiler: `''` if all types are right.
 *
 * @param files - the text of each file, by its name
 */
export async function compile(
  folder: string,
  files: Readonly<Record<string, string>>,
  compiler: (typeof compilers)[number],
): Promise<string> {
  const path = join('build', folder);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  const compilerOptions = { rootDir: '../..', isolatedDeclarations: true, declaration: true };
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'] };
  writeFileSync(join(path, 'tsconfig.json'), JSON.stringify(config));
  try {
    await run(`node_modules/.bin/${compiler}`, ['-p', path], { maxBuffer: 64 * 1_048_576, env: process.env });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return stdout + stderr === '' ? message : stdout + stderr;
  }
}
