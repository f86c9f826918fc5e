/**
 * Measures each function that handles watch events separately, in a new process. Sends the median time for an event of
 * 5 KB, in µs.
 */
import process from 'node:process';
import { Bench } from 'tinybench';
import { printFigures } from '../children/print-figures.ts';
import { chunk, steps } from './steps.ts';

const [time = ''] = process.argv.slice(2);
const figures: Record<string, number> = {};
for (const [title, make] of Object.entries(steps)) {
  const step = make();
  const bench = new Bench({ time: Number(time), warmupTime: Number(time), throws: true });
  bench.add(title, () => step.run(), { beforeEach: () => step.prepare?.() });
  const [task] = bench.runSync();
  if (task?.result.state !== 'completed') throw new Error(`${title}: ${task?.result.state ?? 'not run'}`);
  figures[title] = (task.result.latency.p50 * 1_000) / chunk;
}
printFigures(figures);
