import process from 'node:process';

/**
 * Measures the CPU of all threads in ms, without a probe for stalls. The probe uses 28 ms of CPU a second, which
 * matters for work that waits for a backoff.
 */
export async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
