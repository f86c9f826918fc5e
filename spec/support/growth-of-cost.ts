import process from 'node:process';

/**
 * How many times the CPU time of a call grows when its size grows four times: about 4 where the cost is in proportion to
 * the size, about 16 where it is quadratic. A ratio of CPU times within one process depends neither on the machine nor on
 * its other processes; the least of three measurements leaves out the pauses of the garbage collector. What costs less than `least` counts as
 * `least`: the clock does not show how it grows.
 */
export function growthOfCost(size: number, call: (size: number) => void): number {
  const costs: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < 3; round++) {
    costs[0] = Math.min(costs[0], costOf(call, size));
    costs[1] = Math.min(costs[1], costOf(call, 4 * size));
  }
  const [small, large] = costs;
  return large / Math.max(small, least);
}

/** The same of a call that awaits. */
export async function growthOfAwaitedCost(
  size: number,
  call: (size: number) => Promise<void>,
): Promise<number> {
  const costs: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < 3; round++) {
    for (const [at, times] of [1, 4].entries()) {
      const before = process.cpuUsage();
      await call(times * size);
      costs[at] = Math.min(costs[at] ?? Infinity, cpuTimeSince(before));
    }
  }
  const [small, large] = costs;
  return large / Math.max(small, least);
}

/** µs of CPU time. */
const least = 5_000;

function costOf(call: (size: number) => void, size: number): number {
  const before = process.cpuUsage();
  call(size);
  return cpuTimeSince(before);
}

function cpuTimeSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
