/**
 * Measures one program over collections of several sizes. Each size gets a new process, and the smallest size comes first.
 *
 *     node by-size.ts SCRIPT PROGRAM EVENTS SIZE…
 */
import process from 'node:process';
import { runChild } from '../driver/child.ts';
import type { Figures } from '../driver/scenario.ts';
import { printFigures } from './print-figures.ts';

const [script = '', program = '', events = '', ...sizes] = process.argv.slice(2);

const figures: Record<string, number> = {};
const costs: number[] = [];
for (const size of sizes) {
  const own = (await runChild(new URL(script), [program, size, events])) as Figures;
  costs.push(own['event'] ?? NaN);
  for (const [name, value] of Object.entries(own)) figures[`${name}${size}`] = value;
}
printFigures({ ...figures, growth: (costs.at(-1) ?? NaN) / (costs[0] ?? NaN) });
