import process from 'node:process';

/**
 * Measures by which factor the CPU time of a call grows when `size` becomes four times as large. For a linear cost,
 * the factor is about 4. For a quadratic cost, the factor is about 16. A ratio of CPU times does not depend on the
 * computer or on other processes. The minimum of three measurements excludes pauses of the garbage collector. The
 * clock cannot measure a very small cost. So a cost below the constant `least` counts as `least`.
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

/** Measures the growth like `growthOfCost`, but for an asynchronous call. */
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

/** The smallest cost that counts, in µs of CPU time. */
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
