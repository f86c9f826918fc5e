import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const here = import.meta.dirname;

/** Returns the path of the program that is built from the Go sources of this folder. */
export function clientGoProgram(): string {
  const digest = createHash('sha256');
  for (const file of readdirSync(here).toSorted()) {
    if (!/\.go$|^go\./.test(file)) continue;
    digest.update(readFileSync(join(here, file)));
  }
  return join(homedir(), '.cache/rx-informer/bench-client-go', digest.digest('hex').slice(0, 16));
}

/**
 * Builds the Go program if it is missing. The first build takes minutes.
 *
 * @throws Error with the reason if the program cannot be built
 */
export async function buildClientGo(): Promise<void> {
  const program = clientGoProgram();
  if (existsSync(program)) return;
  const run = promisify(execFile);
  await run('go', ['version']).catch((error: unknown) => {
    throw new Error('no Go', { cause: error });
  });
  const unfinished = `${program}.${process.pid}`;
  await mkdir(join(program, '..'), { recursive: true });
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  await run('go', ['build', '-trimpath', '-o', unfinished, '.'], { cwd: here, env, timeout: 600_000 });
  await rename(unfinished, program);
}
