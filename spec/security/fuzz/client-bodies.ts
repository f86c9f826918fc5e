/**
 * Sends random bodies of lists and watches to a client in a child process. No task of the client may take more than
 * 200 ms. The client may use at most 4 times the memory that the limits in docs/reference/faults.md allow.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Case, caseOf } from './client-answers.ts';

export const clientBodies = 'fuzz: bodies of lists and watches';

/** Time limit for one task of the client, in ms. */
const longestTask = 200;
const mebibyte = 1_048_576;
/**
 * Tolerance in bytes for garbage that V8 has not collected. `live` applies if the client collects garbage before each
 * measurement. Otherwise, `usual` applies.
 */
const slack = { usual: 64 * mebibyte, live: 8 * mebibyte };

interface Outcome {
  readonly nth: number;
  readonly blocked: number;
  readonly bytes: number;
  readonly end: string;
}

/**
 * Returns the memory limit of a round. It depends on the largest page, or on the largest watch event and the objects
 * that an informer keeps.
 */
function allowedBytes({ mode, limits, size }: Case): number {
  const kept = mode === 'list' || mode === 'watch' || mode === 'stream' ? 0 : size;
  const isPaged = mode === 'list' || mode === 'reflect' || mode === 'informer';
  return 4 * (isPaged ? Math.max(limits.maxPageBytes, kept) : limits.maxFrameBytes + kept);
}

interface Play {
  readonly seed: number;
  readonly first: number;
  readonly rounds: number;
  readonly milliseconds: number;
  readonly live?: boolean;
}

/** Runs rounds in a child process. If the child process dies, returns the number of that round. */
async function play(
  { seed, first, rounds, milliseconds, live = false }: Play,
  each: (outcome: Outcome) => void,
) {
  const child = spawn(
    process.execPath,
    [
      '--conditions=rx-informer:source',
      '--expose-gc',
      '--max-old-space-size=1600',
      fileURLToPath(new URL('client-victim.ts', import.meta.url)),
      ...[seed, first, rounds, milliseconds].map(String),
      live ? 'live' : 'usual',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let last = first;
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(0, 2_000)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const received = JSON.parse(line) as Partial<Outcome> & Pick<Outcome, 'nth'>;
    last = received.nth;
    if (received.blocked !== undefined) each(received as Outcome);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return code === 0 ? undefined : { nth: last, errors };
}

/**
 * Runs a failed round again, because the computer may have been busy, or V8 may not have collected garbage. Returns
 * the failure if the round fails again.
 */
async function confirmed(seed: number, suspect: Outcome): Promise<string | undefined> {
  const { nth } = suspect;
  const again = async (live: boolean): Promise<Outcome | undefined> => {
    const outcomes: Outcome[] = [];
    await play({ seed, first: nth, rounds: 1, milliseconds: 60_000, live }, (outcome) =>
      outcomes.push(outcome),
    );
    return outcomes[0];
  };
  const limit = allowedBytes(caseOf(seed, nth));
  if (suspect.blocked > longestTask) {
    const runs = [suspect, await again(false), await again(false)];
    const shortest = Math.min(...runs.map((run) => run?.blocked ?? 0));
    if (shortest > longestTask) return `a task took ${shortest} ms`;
  }
  if (suspect.bytes > limit + slack.usual) {
    const bytes = (await again(true))?.bytes ?? Infinity;
    if (bytes > limit + slack.live)
      return `the memory was ${megabytes(bytes)} MB, above the limit of ${megabytes(limit)} MB`;
  }
  return undefined;
}

const megabytes = (bytes: number): number => Math.round(bytes / mebibyte);

/**
 * Runs rounds for `milliseconds`, or runs only the round `only`. Prints the failures. Returns whether all rounds
 * passed.
 */
export async function fuzzClientBodies(seed: number, milliseconds: number, only?: number): Promise<boolean> {
  const suspects: Outcome[] = [];
  const faults: string[] = [];
  let worst = { blocked: 0, bytes: 0 };
  let played = 0;
  const each = (outcome: Outcome): void => {
    const { nth, blocked, bytes } = outcome;
    played++;
    worst = { blocked: Math.max(worst.blocked, blocked), bytes: Math.max(worst.bytes, bytes) };
    const isOver = bytes > allowedBytes(caseOf(seed, nth)) + slack.usual;
    if (blocked > longestTask || isOver) suspects.push(outcome);
  };
  const until = Date.now() + milliseconds;
  let first = only ?? 0;
  for (let left = milliseconds; left > 0; left = until - Date.now()) {
    const died = await play({ seed, first, rounds: only === undefined ? 1e9 : 1, milliseconds: left }, each);
    if (died !== undefined)
      faults.push(`round ${died.nth}: the process died: ${died.errors.replace(/\s+/g, ' ').slice(0, 300)}`);
    if (only !== undefined || died === undefined) break;
    first = died.nth + 1;
  }
  for (const suspect of suspects) {
    const fault = await confirmed(seed, suspect);
    if (fault !== undefined) faults.push(`round ${suspect.nth}: ${fault} (${suspect.end})`);
  }
  const shown = `seed ${seed}, ${played} rounds, longest task ${worst.blocked} ms, most memory ${megabytes(worst.bytes)} MB`;
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${clientBodies}: ${shown}`);
  for (const fault of faults) {
    const [, round = '0'] = /^round (\d+)/.exec(fault) ?? [];
    console.log(
      `        ${fault}\n        again: npm run suite -- security --only '${clientBodies}' --seed ${seed} --round ${round}`,
    );
  }
  return faults.length === 0;
}
