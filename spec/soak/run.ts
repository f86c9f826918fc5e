/**
 * Runs an informer for a week of virtual time: `npm run suite -- soak`. `--help` prints the options. In a week, a
 * thousand objects have a million changes. The last line is "N passed, N failed".
 */
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { scriptOptions, wholeNumber } from '../support/script-options.ts';
import { judge, type Verdict } from './judge.ts';
import { soak, type SoakResult } from './soak.ts';
import { totalOf } from './ledger.ts';
import { closeRun } from '../support/close-run.ts';

const given = scriptOptions({
  usage: `
npm run suite -- soak [--weeks N] [--seed N]

Runs an informer for a week of virtual time, with a million changes a week, a thousand live keys and all
kinds of faults. Then checks the emitted changes, the content of the store and the open resources. The
seed decides everything except the measured heap, so the same options replay a failure. Ends with code 0 if
all checks passed, 1 if a check failed, 2 for a wrong command line.

  --weeks N    duration in weeks; 1 by default
  --seed N     seed of the random numbers; 1 by default
`,
  options: { weeks: wholeNumber(1), seed: wholeNumber(0) },
});
const weeks = given.weeks.at(-1) ?? 1;
const gc = globalThis.gc ?? missing();

function missing(): never {
  throw new Error('needs --expose-gc: npm run suite -- soak');
}
function heap(): number {
  gc();
  return process.memoryUsage().heapUsed / 1e6;
}
const resources = (): string => process.getActiveResourcesInfo().sort().join(' ');

// Starts with a short run, so that V8 has compiled the code and filled its caches before the first measurement of the
// heap.
soak({ days: 1, changes: 20_000, keys: 1_000, seed: 0 });
await setImmediate();
const before = { heap: heap(), resources: resources() };

const days: number[] = [];
const plan = {
  days: 7 * weeks,
  changes: 1_000_000 * weeks,
  keys: 1_000,
  seed: given.seed.at(-1) ?? 1,
  onDay: () => void days.push(heap()),
};
const began = process.cpuUsage();
const verdicts: Verdict[] = [];
let kept: WeakRef<object>;
{
  const result = soak(plan);
  kept = result.informer;
  verdicts.push(...judge(result, plan));
  summarise(result);
}
const { user, system } = process.cpuUsage(began);
await setImmediate();
const after = { heap: heap(), resources: resources() };

/** Tolerance in MB for the memory of V8 itself. A leak of a thousand pods a day would exceed this tolerance by far. */
const slack = 3;
const grown = (days.at(-1) ?? 0) - (days[0] ?? 0);
verdicts.push(
  {
    what: 'the heap on the last day is as large as on the first',
    holds: grown < slack,
    shown: `${days.map((megabytes) => megabytes.toFixed(1)).join(' ')} MB`,
  },
  {
    what: 'the heap afterwards is as large as before',
    holds: after.heap - before.heap < slack,
    shown: `${before.heap.toFixed(1)}, ${after.heap.toFixed(1)} MB`,
  },
  {
    what: 'the informer is collected',
    holds: kept.deref() === undefined,
    shown: kept.deref() === undefined ? 'collected' : 'not collected',
  },
  {
    what: 'the process has the same timers and sockets as before',
    holds: after.resources === before.resources,
    shown: `[${after.resources}], expected [${before.resources}]`,
  },
);
for (const { what, holds, shown } of verdicts)
  console.log(`${holds ? 'ok    ' : 'FAILED'}  ${what}${holds && shown.length > 100 ? '' : `: ${shown}`}`);
console.log(`${plan.days} days in ${((user + system) / 1e6).toFixed(1)} s of CPU, seed ${plan.seed}`);
const failed = verdicts.filter(({ holds }) => !holds).length;
if (failed > 0) console.log(`again: npm run suite -- soak --weeks ${weeks} --seed ${plan.seed}`);
closeRun(verdicts.length - failed, failed);

function summarise({ server, ledger, resynced, failures }: SoakResult): void {
  const summary = [...failures].map(([failure, times]) => `${times} ${failure}`).join(', ');
  console.log(`${server.lists} lists, ${server.watches} watches; failures: ${summary}`);
  console.log(`${totalOf(ledger.expected)} expected changes, ${resynced.resynced} resynced`);
}
