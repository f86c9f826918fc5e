/**
 * Measures how the costs of one variant grow with the size of the collection. Each size gets a new process, and the
 * smallest size comes first.
 *
 *     node --expose-gc growth.ts VARIANT RESOURCE COLD EVENTS SIZE=SERVER…
 */
import process from 'node:process';
import { runChild } from '../driver/child.ts';
import type { Figures } from '../driver/scenario.ts';
import { printFigures } from './print-figures.ts';

const [name = '', resource = '', cold = '', events = '', ...sizes] = process.argv.slice(2);
const script = new URL('./cache.ts', import.meta.url);

const measurements: Figures[] = [];
const figures: Record<string, number> = {};
for (const [size = '', server = ''] of sizes.map((text) => text.split('='))) {
  const own = (await runChild(script, [name, server, resource, size, cold, events, '0'])) as Figures;
  measurements.push(own);
  figures[`sync${size}`] = ((own['syncCpu'] ?? NaN) * 1_000) / Number(size);
  figures[`event${size}`] = own['eventCpu'] ?? NaN;
  figures[`heap${size}`] = own['heapPerObject'] ?? NaN;
}

const growth = (cost: (own: Figures) => number): number =>
  cost(measurements.at(-1) ?? {}) / cost(measurements[0] ?? {});
const all = (own: Figures): number => own['eventCpu'] ?? NaN;
const unpaused = (own: Figures): number => all(own) - (own['eventPauses'] ?? NaN);
printFigures({ ...figures, growth: growth(all), growthUnpaused: growth(unpaused) });
