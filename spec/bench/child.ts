/**
 * One variant, measured once, in a fresh process:
 *
 *     node --expose-gc child.ts VARIANT SERVER EVENTS
 */
import process from 'node:process';
import type { Figures } from './figures.ts';
import { variants } from './variants/index.ts';

const [name = '', server = '', events = '0'] = process.argv.slice(2);
const variant = variants[name]?.();
if (variant === undefined)
  throw new Error(`no variant ${name}; there are ${Object.keys(variants).join(', ')}`);

const heapUsed = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** CPU of this thread alone, in ms. */
const ownCpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * CPU of all threads and wall time in ms, the longest time in which a timer of 1 ms did not fire, and the most CPU that
 * this thread took in such a time: that is a task's own, however busy the machine is.
 */
async function measured(
  work: () => Promise<void>,
): Promise<{ cpu: number; wall: number; stall: number; task: number }> {
  const start = performance.now();
  let stall = 0;
  let last = start;
  let task = 0;
  let lastCpu = ownCpu();
  const look = (): void => {
    const now = performance.now();
    stall = Math.max(stall, now - last);
    last = now;
    const cpuNow = ownCpu();
    task = Math.max(task, cpuNow - lastCpu);
    lastCpu = cpuNow;
  };
  const timer = setInterval(look, 1);
  const cpu = process.cpuUsage();

  await work();

  const { user, system } = process.cpuUsage(cpu);
  look();
  clearInterval(timer);
  return { cpu: (user + system) / 1_000, wall: performance.now() - start, stall, task };
}

const empty = heapUsed();
let objects = 0;
const sync = await measured(async () => {
  objects = await variant.sync(server);
});
const peak = process.resourceUsage().maxRSS / 1_024;
const heap = heapUsed() - empty;

let seen = 0;
const wanted = Number(events);
const watch = await measured(async () => {
  const all = new Promise<void>((resolve) => {
    variant.watch(server, () => {
      if (++seen === wanted) resolve();
    });
  });
  await fetch(`${server}/go`);
  await all;
});

const figures: Figures = {
  objects,
  syncCpu: sync.cpu,
  syncWall: sync.wall,
  syncStall: sync.stall,
  syncTask: sync.task,
  peakRss: peak,
  heapPerObject: heap / objects,
  eventCpu: (watch.cpu * 1_000) / wanted,
  eventStall: watch.stall,
  eventTask: watch.task,
};
process.send?.(figures, () => process.exit());
