/**
 * Measures one view over collections of several sizes. Each size gets a new process, and the smallest size comes first.
 *
 *     node child.ts VIEW EVENTS SIZE…
 */
import process from 'node:process';
import { printFigures } from '../children/print-figures.ts';
import { runChild } from '../driver/child.ts';
import type { Figures } from '../driver/scenario.ts';

const [view = '', events = '', ...sizes] = process.argv.slice(2);
const script = new URL('measure.ts', import.meta.url);

const figures: Record<string, number> = {};
const costs: number[] = [];
for (const size of sizes) {
  const own = (await runChild(script, [view, size, events])) as Figures;
  costs.push(own['event'] ?? NaN);
  for (const [name, value] of Object.entries(own)) figures[`${name}${size}`] = value;
}
printFigures({ ...figures, growth: (costs.at(-1) ?? NaN) / (costs[0] ?? NaN) });
