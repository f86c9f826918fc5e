import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const here = import.meta.dirname;

/** Where the program of these sources is, or will be. */
export function clientGoProgram(): string {
  const digest = createHash('sha256');
  for (const file of readdirSync(here).toSorted()) {
    if (!/\.go$|^go\./.test(file)) continue;
    digest.update(readFileSync(join(here, file)));
  }
  return join(homedir(), '.cache/rx-informer/bench-client-go', digest.digest('hex').slice(0, 16));
}

/** Builds the program where it is missing: minutes the first time. @throws Error that says why it cannot be had here */
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
