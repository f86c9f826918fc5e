import { PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';

/** The cost of some work, in ms. */
export interface Cost {
  readonly wall: number;
  /** CPU time of all threads. */
  readonly cpu: number;
  /** The longest interval in which a timer of 1 ms did not fire. */
  readonly stall: number;
  /**
   * The most CPU time that the main thread used between two calls of a 1 ms timer. This is the CPU time of the longest
   * task. Other processes of the computer do not change this number.
   */
  readonly task: number;
  /** The time for which the garbage collector stopped the main thread. */
  readonly pauses: number;
}

/** Returns the CPU time of this thread, in ms. */
const ownCpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

export async function measured(work: () => Promise<void>): Promise<Cost> {
  let pauses = 0;
  const add = (entries: { readonly duration: number }[]): void => {
    for (const { duration } of entries) pauses += duration;
  };
  const collector = new PerformanceObserver((list) => add(list.getEntries()));
  collector.observe({ entryTypes: ['gc'] });

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
  const before = process.cpuUsage();

  await work();

  const { user, system } = process.cpuUsage(before);
  look();
  clearInterval(timer);
  const wall = last - start;
  await new Promise(setImmediate); // Node reports garbage collections in a later task
  add(collector.takeRecords());
  collector.disconnect();
  return { wall, cpu: (user + system) / 1_000, stall, task, pauses };
}
