/**
 * Takes one measurement of `reconcileByKey` in a new process:
 *
 *     node --expose-gc measure.ts MEASURE KEYS WAITING [SERVER]
 *
 * The Go program in `controller-runtime/` takes the same measurements, except `stalls`.
 */
import process from 'node:process';
import { printFigures } from '../children/print-figures.ts';
import { quantile } from '../driver/quantile.ts';
import { cpuClock } from '../stages/cpu-clock.ts';
import { type Measure, measuredPasses, runMilliseconds, warmPasses } from './measures.ts';
import { compute, objectsOf, start } from './running.ts';
import { stalls } from './stalls.ts';
import { heapPerKey } from './waiting.ts';

const [measure, keys = '', waiting = '', server = ''] = process.argv.slice(2);
const figures: Readonly<Record<Measure, () => Promise<Readonly<Record<string, number>>>>> = {
  work: () => work(Number(keys)),
  empty: () => empty(Number(keys)),
  backlog: () => empty(Number(waiting)),
  ready: async () => ({ heap: await heapPerKey('ready', Number(waiting)) }),
  requeued: async () => ({ heap: await heapPerKey('requeued', Number(waiting)) }),
  backoff: async () => ({ heap: await heapPerKey('backoff', Number(waiting)) }),
  stalls: () => stalls(Number(keys), server),
};
printFigures(await figures[measure as Measure]());

/** Returns the cost of runs that each compute for 100 µs: CPU time in ms, and peak RSS in MB. */
async function work(count: number): Promise<Readonly<Record<string, number>>> {
  const objects = objectsOf(count);
  let runs = 0;
  const running = start(() => {
    compute(runMilliseconds);
    runs++;
  });
  const clock = cpuClock();
  running.request(objects);
  await running.until(count);
  return { cpu: clock().all, peak: process.resourceUsage().maxRSS / 1_024, runs };
}

/**
 * Returns the CPU time of an empty run, in µs. `first` is the time in the first pass over all keys. `later` is the
 * median of the measured passes, and `main` is the median of the main thread alone.
 */
async function empty(count: number): Promise<Readonly<Record<string, number>>> {
  const objects = objectsOf(count);
  let runs = 0;
  const running = start(() => {
    runs++;
  });
  const pass = async (): Promise<{ readonly all: number; readonly main: number }> => {
    const clock = cpuClock();
    running.request(objects);
    await running.until(runs + count);
    const { all, main } = clock();
    return { all: (all * 1_000) / count, main: (main * 1_000) / count };
  };
  const first = await pass();
  for (let nth = 1; nth < warmPasses(count); nth++) await pass();
  const later: { readonly all: number; readonly main: number }[] = [];
  while (later.length < measuredPasses) later.push(await pass());
  return {
    first: first.all,
    later: quantile(later.map(({ all }) => all)),
    main: quantile(later.map(({ main }) => main)),
    runs,
  };
}
