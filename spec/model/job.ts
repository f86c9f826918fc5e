import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import type { Outcome, Parameters } from './models.ts';

/** The work of one child process: some runs of one model test. */
export interface Job extends Parameters {
  readonly model: string;
}

/**
 * Runs a job in a child process. The child process imports the model test from `folder`, which may be a copy with a
 * planted bug.
 *
 * @throws Error if the process fails
 */
export async function runJob(job: Job, folder: URL = new URL('.', import.meta.url)): Promise<Outcome> {
  const script = fileURLToPath(new URL('child.ts', folder));
  const options = ['--conditions=rx-informer:source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...options, script, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complained = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr.on('data', (part: Buffer) => (complained += part.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`the child ended with ${String(code)}: ${complained.slice(0, 2_000)}`);
  return JSON.parse(said) as Outcome;
}

/** Calls `each` for all values. At most `width` calls run at the same time. */
export async function inParallel<V>(
  many: readonly V[],
  width: number,
  each: (value: V, lane: number) => Promise<void>,
): Promise<void> {
  const rest = many.values();
  const lane = async (nth: number): Promise<void> => {
    for (const value of rest) await each(value, nth);
  };
  await Promise.all(Array.from({ length: width }, (_, nth) => lane(nth)));
}
