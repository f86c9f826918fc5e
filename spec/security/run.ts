/**
 * Tests clients of the library against hostile servers, and the embedded server against hostile clients:
 * `npm run suite -- security`. `--help` prints the options.
 *
 * Each attack runs against a client process with 64 MB of heap. The attack runs over each transport, and with and
 * without streaming lists. The last line is "N passed, N failed".
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { startServer } from '../contract/support/http-server.ts';
import { numberAboveZero, scriptOptions, wholeNumber } from '../support/script-options.ts';
import { type Attack, attacks } from './attacks.ts';
import { commandFlood, floodCommand } from './command-flood.ts';
import { clientBodies, fuzzClientBodies } from './fuzz/client-bodies.ts';
import { fuzzServerBodies, serverBodies } from './fuzz/server-bodies.ts';
import { attackServer, serverAttacks } from './server-attacks.ts';
import { closeRun } from '../support/close-run.ts';

const names = [...attacks.map(({ name }) => name), commandFlood, clientBodies, serverBodies, serverAttacks];

const given = scriptOptions({
  usage: `
npm run suite -- security [--only TEXT] [--minutes N] [--seed N] [--round N]

Runs attacks of a hostile server on a program, and of a hostile client on the embedded server. Each attack hits a process with 64 MB of heap, through each
transport, with streamed lists and without. To replay a failure, give the printed name to --only.
Ends with code 0 if all checks passed, 1 if a check failed, 2 for a wrong command line.

  --only TEXT    attacks whose names contain the text; can be given more than once. The names:
${names.map((name) => `                   ${name}`).join('\n')}
  --minutes N    duration of each fuzzer; default 10 s
  --seed N       seed of the fuzzers; default: a new seed each time, which is printed
  --round N      the only round of a fuzzer that runs
`,
  options: {
    only: (text) => {
      if (text !== '' && names.some((name) => name.includes(text))) return text;
      throw new Error('a part of the name of an attack');
    },
    minutes: numberAboveZero,
    seed: wholeNumber(0, 4_294_967_295),
    round: wholeNumber(0),
  },
});

/**
 * Limit for the memory of a client process in MB. The limit includes code and buffers outside the heap. Node without a
 * program uses 60 MB.
 */
const most = 260;

interface Job {
  readonly attack: Attack;
  readonly by: 'fetch' | 'kubeconfig';
  /** The value of the informer's option `streamingList`. */
  readonly streamed: 'auto' | 'never';
}

/** The output of a client process. */
interface Outcome {
  readonly first: string;
  readonly failures: number;
  readonly incidents: number;
  readonly changes: number;
  readonly peak: number;
}

async function hit({ attack, by, streamed }: Job): Promise<boolean> {
  const { name, answer, says } = attack;
  const server = await startServer(answer);
  const outcome = await victim(server.address, by, streamed, says);
  await server.close();
  const right =
    outcome !== undefined &&
    outcome.peak < most &&
    (typeof says === 'number'
      ? outcome.changes === says && outcome.failures === 0
      : says.test(outcome.first) && outcome.failures >= 3);
  const shown =
    outcome === undefined
      ? 'the process died, or had no result in time'
      : `${outcome.peak} MB, ${JSON.stringify(outcome)}`;
  console.log(`${right ? 'ok    ' : 'FAILED'}  ${name}, ${by}, streamed ${streamed}: ${shown.slice(0, 200)}`);
  if (!right) console.log(`        again: npm run suite -- security --only '${name}'`);
  return right;
}

/** The longest time in ms that a client process has for its result. The process itself stops after 60 s. */
const patience = 120_000;

/**
 * Runs a client process against a hostile server. Resolves with `undefined` if the process dies, or prints no result in time. The
 * process is killed after its result: with a small heap, `process.exit` of Node 24 can wait forever for a garbage collection of
 * another thread.
 */
function victim(
  address: string,
  by: string,
  streamed: string,
  says: Attack['says'],
): Promise<Outcome | undefined> {
  const program = fileURLToPath(new URL('victim.ts', import.meta.url));
  const options = ['--conditions=rx-informer:source', '--max-old-space-size=64', program];
  const child = spawn(process.execPath, [...options, address, by, String(says), streamed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.endsWith('\n')) child.kill('SIGKILL');
  });
  const late = setTimeout(() => child.kill('SIGKILL'), patience);
  return new Promise((resolve) => {
    child.on('close', () => {
      clearTimeout(late);
      resolve(output.endsWith('\n') ? (JSON.parse(output) as Outcome) : undefined);
    });
  });
}

let failed = 0;
const isChosen = (name: string): boolean =>
  given.only.length === 0 || given.only.some((text) => name.includes(text));
const chosen = attacks.filter(({ name }) => isChosen(name));
const jobs = chosen.flatMap((attack) =>
  (['fetch', 'kubeconfig'] as const).flatMap((by) =>
    (['never', 'auto'] as const).map((streamed): Job => ({ attack, by, streamed })),
  ),
);
const seed = given.seed[0] ?? Math.floor(Math.random() * 4_294_967_296);
const milliseconds = (given.minutes[0] ?? 1 / 6) * 60_000;
const measured = [
  { name: commandFlood, run: floodCommand },
  { name: clientBodies, run: fuzzClientBodies },
  { name: serverBodies, run: fuzzServerBodies },
  { name: serverAttacks, run: attackServer },
].filter(({ name }) => isChosen(name));
const count = jobs.length + measured.length;
async function work(): Promise<void> {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    if (!(await hit(job))) failed++;
  }
}
await Promise.all([work(), work()]);
// The remaining tests run one after the other, because they measure time.
for (const { run } of measured) if (!(await run(seed, milliseconds, given.round[0]))) failed++;
closeRun(count - failed, failed);
