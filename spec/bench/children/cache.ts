/**
 * Measures one variant (one way to cache a collection) once, in a new process:
 * - the first sync
 * - a relist of unchanged objects
 * - the first events, for which V8 has not compiled the code yet
 * - events at full speed
 * - events at a fixed rate
 *
 * At the end, the objects of the variant must equal the objects of the server, and the variant must have delivered each
 * change exactly once. Otherwise the process reports no measurements.
 *
 *     node --expose-gc cache.ts VARIANT SERVER RESOURCE OBJECTS COLD EVENTS PACED
 */
import process from 'node:process';
import { quantile } from '../driver/quantile.ts';
import { isResource } from '../resources.ts';
import { sinceStamp } from '../server/stamp.ts';
import type { Holding, Target } from '../variant.ts';
import { variants } from '../variants/index.ts';
import { checkState, stateOf, versionsOf } from './check-state.ts';
import { cpuOf } from './cpu-of.ts';
import { Listener } from './listener.ts';
import { measured } from './measured.ts';
import { settled } from './settled.ts';
import { Tally } from './tally.ts';
import { printFigures } from './print-figures.ts';

const [name = '', server = '', resource = '', ...counts] = process.argv.slice(2);
const [expected = 0, cold = 0, events = 0, paced = 0] = counts.map(Number);
const variant = await variants[name]?.();
if (variant === undefined)
  throw new Error(`no variant ${name}; there are ${Object.keys(variants).join(', ')}`);
if (!isResource(resource)) throw new Error(`no resource ${resource}`);
const target: Target = { server, resource };

/** Measures the memory after a garbage collection, so that earlier garbage does not count. */
const memory = (): { readonly heapUsed: number; readonly arrayBuffers: number } => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage();
};
const ask = async (path: string): Promise<void> => {
  await fetch(`${server}${path}`);
};

const tally = new Tally(expected + cold + events + paced);
const listener = new Listener(tally);
await ask('/'); // the first `fetch` of a process is slow, and must not be measured
const empty = memory();

const start = performance.now();
let holding: Holding = { size: 0 };
const sync = await measured(async () => {
  holding = await variant.start(target, listener.receive);
  await listener.until(holding.size);
});
const objects = holding.size;
const peak = process.resourceUsage().maxRSS / 1_024;
await settled();
const full = memory();
tally.checkOnce('objects of the list', 1, expected);

const beforeRelist = listener.received;
const relistCpu = await cpuOf(async () => {
  await ask('/expire');
  await settled();
});
const relistChanges = listener.received - beforeRelist;

const receiveAll = async (count: number, path: string): Promise<void> => {
  const all = listener.until(listener.received + count);
  await ask(path);
  await all;
};
memory();
const first = cold > 0 ? await measured(() => receiveAll(cold, '/cold')) : undefined;
await settled();
memory();
const watch = await measured(() => receiveAll(events, '/go'));
await settled();
const changed = memory();

const delays: number[] = [];
listener.look = (object) => delays.push(sinceStamp(object));
if (paced > 0) {
  memory();
  await receiveAll(paced, '/pace');
  await settled();
}
tally.checkOnce('changes', expected + 1, expected + cold + events + paced);
if (holding.list !== undefined) checkState(versionsOf(holding.list()), await stateOf(server));

printFigures({
  objects,
  syncCpu: sync.cpu,
  syncWall: sync.wall,
  syncStall: sync.stall,
  syncTask: sync.task,
  firstObject: listener.first - start,
  peakRss: peak,
  heapPerObject: (full.heapUsed - empty.heapUsed) / objects,
  // The growth of the heap is valid only if the events have changed each object.
  heapChanged: cold + events < objects ? NaN : (changed.heapUsed - empty.heapUsed) / objects,
  outsidePerObject: (full.arrayBuffers - empty.arrayBuffers) / objects,
  relistCpu,
  relistShare: relistCpu / sync.cpu,
  relistChanges,
  coldCpu: ((first?.cpu ?? NaN) * 1_000) / cold,
  eventCpu: (watch.cpu * 1_000) / events,
  eventPauses: (watch.pauses * 1_000) / events,
  eventRate: (events * 1_000) / watch.wall,
  eventStall: watch.stall,
  eventTask: watch.task,
  delayP50: quantile(delays),
  delayP99: quantile(delays, 0.99),
});
