/**
 * What `JSON.parse` alone takes of an event of the stages, on the main thread, in a fresh process:
 *
 *     node --expose-gc parse.ts EVENTS TITLE...
 *
 * Told under each title: the pace of the machine, to divide the stages by.
 */
import process from 'node:process';
import { tell } from '../children/tell.ts';
import { cpuClock } from './cpu-clock.ts';
import { parsedEvents } from './parsed-events.ts';

const [count = '', ...titles] = process.argv.slice(2);
const events = Number(count);
const texts = parsedEvents(1_000, 0, events).map((event) => JSON.stringify(event));
let parsed = 0;

/** µs an event. */
function pass(): number {
  globalThis.gc?.();
  const clock = cpuClock();
  for (const text of texts) if (JSON.parse(text) !== null) parsed++;
  return (clock().main * 1_000) / events;
}

pass();
const [, median = NaN] = [pass(), pass(), pass()].sort((a, b) => a - b);
if (parsed !== 4 * events) throw new Error(`${parsed} events were parsed`);
tell(Object.fromEntries(titles.map((title) => [title, median])));
