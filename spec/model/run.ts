/**
 * Random histories, faults and subscribers against a reference: `npm run model -- [--only NAME] [--runs N] [--seed S]
 * [--path P]`. A failure is printed as its shortest sequence of steps, with the command that replays it.
 *
 * Ends with code 1 if anything was breached.
 */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inParallel, type Job, runJob } from './job.ts';
import { models } from './models.ts';

/** So many runs a process: enough to be worth its start, few enough to share the cores well. */
const share = 600;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string', default: '7' },
    path: { type: 'string' },
  },
});
const chosen = models.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`error: --only is one of ${models.map(({ name }) => `'${name}'`).join(', ')}`);
  process.exit(1);
}
const { path } = values;
const seed = Number(values.seed);
const jobs = chosen.flatMap(({ name, runs }): Job[] => {
  if (path !== undefined) return [{ model: name, seed, path, runs: 1 }];
  const wanted = Number(values.runs ?? runs);
  return Array.from({ length: Math.ceil(wanted / share) }, (_, nth) => ({
    model: name,
    seed: seed + nth,
    runs: Math.min(share, wanted - nth * share),
  }));
});

const totals = new Map(chosen.map(({ name }) => [name, { runs: 0, steps: 0 }]));
let failed = 0;
await inParallel(jobs, availableParallelism(), async (job) => {
  if (failed > 0 && path === undefined) return; // one is enough to look at
  const { runs, steps, failure } = await runJob(job);
  const total = totals.get(job.model);
  if (total !== undefined) {
    total.runs += runs;
    total.steps += steps;
  }
  if (failure === undefined) return;
  failed++;
  console.log(`${job.model}: failed after ${runs} runs`);
  failure.lines.forEach((line, nth) => console.log(`  ${nth === 0 ? 'given' : nth}: ${line}`));
  for (const line of failure.breaches.split('\n')) console.log(`  ${line}`);
  console.log(`  npm run model -- --only '${job.model}' --seed ${job.seed} --path ${failure.path}`);
});

let all = 0;
for (const [name, { runs, steps }] of totals) {
  console.log(`${name}: ${runs} runs of ${(steps / Math.max(1, runs)).toFixed(1)} steps`);
  all += runs;
}
console.log(`${all - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
