import process from 'node:process';

/**
 * CPU of all threads, in ms, and nothing but that: a probe for stalls takes CPU of its own, 28 ms a second, which counts
 * where the work is to wait for a backoff.
 */
export async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
