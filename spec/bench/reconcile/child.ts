/**
 * Measures one program that runs a function for each key: `reconcileByKey`, or controller-runtime with one of its two
 * queues. Each measurement has a new process.
 *
 *     node child.ts (reconcileByKey|priority|client-go) KEYS WAITING SERVER
 *
 * If a program does not run each key as often as requested, the process reports no measurements.
 */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { printFigures } from '../children/print-figures.ts';
import { controllerRuntime } from '../controller-runtime/build.ts';
import { runChild } from '../driver/child.ts';
import type { Figures } from '../driver/scenario.ts';
import { emptyRuns, type Measure } from './measures.ts';

const [program = '', keys = '', waiting = '', server = ''] = process.argv.slice(2);
const isOurs = program === 'reconcileByKey';

async function take(measure: Measure): Promise<Figures> {
  if (isOurs) return (await runChild(measureScript, [measure, keys, waiting, server])) as Figures;
  const { stdout } = await promisify(execFile)(controllerRuntime.path(), [measure, program, keys, waiting]);
  return JSON.parse(stdout) as Figures;
}
const measureScript = new URL('measure.ts', import.meta.url);

const stalls = isOurs ? await take('stalls') : {};
const work = await take('work');
const empty = await take('empty');
const backlog = await take('backlog');
const { heap: ready = NaN } = await take('ready');
const { heap: requeued = NaN } = await take('requeued');
const { heap: backoff = NaN } = await take('backoff');

const [some, many] = [Number(keys), Number(waiting)];
const counts = [stalls['runsOfStalls'] ?? 2 * some, work['runs'], empty['runs'], backlog['runs']];
const wanted = [2 * some, some, emptyRuns(some), emptyRuns(many)];
if (counts.join() !== wanted.join()) {
  throw new Error(`void: ${counts.join(', ')} runs instead of ${wanted.join(', ')}`);
}
printFigures({
  ...stalls,
  workCpu: work['cpu'] ?? NaN,
  peakRss: work['peak'] ?? NaN,
  firstRun: empty['first'] ?? NaN,
  laterRun: empty['later'] ?? NaN,
  mainRun: empty['main'] ?? NaN,
  firstBacklogRun: backlog['first'] ?? NaN,
  backlogRun: backlog['later'] ?? NaN,
  backlogMainRun: backlog['main'] ?? NaN,
  ready,
  requeued,
  backoff,
  runs: (work['runs'] ?? NaN) + (empty['runs'] ?? NaN) + (backlog['runs'] ?? NaN),
});
