/**
 * Measures the costs of a watch event in the pipeline stages behind the source, in a new process:
 *
 *     node --expose-gc child.ts LINE OBJECTS EVENTS [CHUNK]
 *
 * Objects are parsed before the clock starts, so the measurements include no network and no JSON parsing. The process
 * measures 1, 10 and 100 handlers, and 3 and 10 indexes. Each measurement is the median of three passes with EVENTS
 * events.
 */
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { printFigures } from '../children/print-figures.ts';
import { type Cpu, cpuClock } from './cpu-clock.ts';
import { lines } from './line.ts';
import { parsedEvents, parsedList } from './parsed-events.ts';

const [name = '', ...counts] = process.argv.slice(2);
/** By default, 13 events arrive in one task of the event loop: a chunk of 64 KB contains 13 events of 5 KB. */
const [objects = 1_000, events = 10_000, chunk = 13] = counts.map(Number);
const makeLine = lines[name];
if (makeLine === undefined) throw new Error(`no line ${name}; there are ${Object.keys(lines).join(', ')}`);
const line = makeLine(parsedList(objects));

let received = 0;
const handlers: (() => void)[] = [];

/** Sets the number of handlers. Waits until each new handler has received all existing objects. */
async function serve(wanted: number): Promise<void> {
  while (handlers.length > wanted) handlers.pop()?.();
  const least = received + (wanted - handlers.length) * objects;
  while (handlers.length < wanted) handlers.push(line.addHandler(() => received++));
  while (received < least) await setImmediate();
}

let sent = 0;

/** Sends all events once. Returns the costs in µs per event. */
async function pass(): Promise<Cpu> {
  const parsed = parsedEvents(objects, sent, events);
  sent += events;
  globalThis.gc?.();
  globalThis.gc?.();
  const wanted = received + events * handlers.length;
  const clock = cpuClock();
  for (let at = 0; at < events; at += chunk) {
    for (const event of parsed.slice(at, at + chunk)) line.event(event);
    await setImmediate();
  }
  while (received < wanted) await setImmediate(); // the library can call handlers in a later task
  const { all, main } = clock();
  if (received !== wanted) throw new Error(`${received - wanted} calls more than events`);
  return { all: (all * 1_000) / events, main: (main * 1_000) / events };
}

const figures: Record<string, number> = {};

async function measure(title: string): Promise<number> {
  const passes = [await pass(), await pass(), await pass()];
  const median = (of: keyof Cpu): number => passes.map((one) => one[of]).sort((a, b) => a - b)[1] ?? NaN;
  figures[title] = median('all');
  figures[`${title}, main thread`] = median('main');
  return median('main');
}

await serve(1);
await pass(); // warms up the code, and causes a full garbage collection
const one = await measure('1 handler');
await serve(10);
const ten = await measure('10 handlers');
await serve(100);
const hundred = await measure('100 handlers');
figures['each further handler, up to 10'] = (ten - one) / 9;
figures['each further handler, up to 100'] = (hundred - ten) / 90;

await serve(1);
const none = await measure('no index');
const index = (number: number): void =>
  line.addIndexers({
    [`index ${number}`]: ({ metadata }) => [`${metadata.labels?.['app'] ?? ''}-${number}`],
  });
for (let number = 0; number < 3; number++) index(number);
const three = await measure('3 indices');
for (let number = 3; number < 10; number++) index(number);
const tenIndices = await measure('10 indices');
figures['each index, up to 3'] = (three - none) / 3;
figures['each index, up to 10'] = (tenIndices - three) / 7;

printFigures(figures);
