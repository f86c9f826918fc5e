/**
 * Runs the model tests: random writes, faults and subscribers, compared with a reference implementation. The command
 * is `npm run suite -- model`; `--help` prints the options. For a failure, prints the shortest sequence of steps, and
 * a command that replays the failure.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { oneOf, scriptOptions, textLike, wholeNumber } from '../support/script-options.ts';
import { inParallel, type Job, runJob } from './job.ts';
import { models, type Outcome } from './models.ts';
import { closeRun } from '../support/close-run.ts';

/**
 * Number of runs of one child process. The number is large, so that the start of the process costs little in
 * comparison. The number is also small enough to keep all cores busy until the end.
 */
const share = 600;

const given = scriptOptions(
  {
    usage: `
npm run suite -- model [--only NAME] [--runs N] [--seed S] [--path P]

Compares random histories, faults and subscribers with a reference. Prints the shortest sequence of steps
of a failure, and the command that replays it (--only, --seed and --path). Without options, the failures
in kept-seeds.json run too: add the seed and the path of a new failure to this file. Ends with
code 0 if all runs passed, 1 if a guarantee was broken, 2 for a wrong command line.

  --only NAME   one model: ${models.map(({ name }) => name).join(', ')}
  --runs N      number of runs of each model, instead of its own number
  --seed S      seed of the random numbers; 7 by default, and a new seed for each run of CI
  --path P      the failure of the seed to replay, as printed; needs --only
`,
    options: {
      only: oneOf(models.map(({ name }) => name)),
      runs: wholeNumber(1),
      seed: wholeNumber(0),
      path: textLike(/^\d+(:\d+)*$/, 'the path that a failure printed, such as 12:0:3'),
    },
  },
  ({ only, path }) =>
    path.length > 0 && only.length === 0
      ? '--path needs --only, because a path belongs to one model'
      : undefined,
);
const path = given.path.at(-1);
const seed = given.seed.at(-1) ?? (process.env['CI'] === undefined ? 7 : randomInt(2 ** 31));
const chosen = models.filter(({ name }) => given.only.length === 0 || given.only.includes(name));
const isWhole = Object.values(given).every((values) => values.length === 0);
const kept = JSON.parse(readFileSync(new URL('kept-seeds.json', import.meta.url), 'utf8')) as readonly Job[];
const fresh = chosen.flatMap(({ name, runs }): Job[] => {
  if (path !== undefined) return [{ model: name, seed, path, runs: 1 }];
  const wanted = given.runs.at(-1) ?? runs;
  return Array.from({ length: Math.ceil(wanted / share) }, (_, nth) => ({
    model: name,
    seed: seed + nth,
    runs: Math.min(share, wanted - nth * share),
  }));
});

const jobs = isWhole ? [...kept, ...fresh] : fresh;

/** The results of each model test, and the number of its jobs that still run. */
const totals = new Map(
  chosen.map(({ name }) => [
    name,
    { runs: 0, steps: 0, failed: 0, left: jobs.filter(({ model }) => model === name).length },
  ]),
);
const planned = jobs.reduce((sum, { runs }) => sum + runs, 0);
console.log(`${planned} runs of ${chosen.length} models, seed ${seed}`);

await inParallel(jobs, availableParallelism(), async (job) => {
  const total = totals.get(job.model);
  if (total === undefined) return;
  if ([...totals.values()].some(({ failed }) => failed > 0)) return; // no job starts after the first failure
  try {
    const outcome = await runJob(job);
    total.runs += outcome.runs;
    total.steps += outcome.steps;
    if (outcome.failure !== undefined) {
      total.failed++;
      printOutcome(job, outcome.runs, outcome.failure);
    }
  } catch (error) {
    total.failed++;
    console.log(`FAILED  ${job.model}: the model itself failed, or the path does not belong to the seed`);
    console.log(`  ${error instanceof Error ? error.message : String(error)}`);
  }
  if (--total.left > 0 || total.failed > 0) return;
  console.log(
    `ok      ${job.model}: ${total.runs} runs of ${(total.steps / Math.max(1, total.runs)).toFixed(1)} steps`,
  );
});

const sum = (field: 'runs' | 'failed'): number =>
  [...totals.values()].reduce((all, total) => all + total[field], 0);
const failed = sum('failed');
const passed = Math.max(0, sum('runs') - failed);
for (const [name, { left, failed: breached }] of totals)
  if (left > 0 && breached === 0) console.log(`        ${name}: not finished, because another model failed`);
closeRun(passed, failed);

function printOutcome(
  job: Job,
  runs: number,
  { path: found, lines, breaches }: NonNullable<Outcome['failure']>,
): void {
  console.log(`FAILED  ${job.model}: after ${runs} runs`);
  lines.forEach((line, nth) => console.log(`  ${nth === 0 ? 'given' : nth}: ${line}`));
  for (const line of breaches.split('\n')) console.log(`  ${line}`);
  const cited = [...new Set(breaches.match(/^G\d+/gm))];
  if (cited.length > 0) console.log(`  ${cited.join(', ')}: see docs/reference/guarantees.md`);
  console.log(`  npm run suite -- model --only '${job.model}' --seed ${job.seed} --path ${found}`);
}
