import process from 'node:process';

/**
 * Measures the CPU time of all threads during some work, in ms. Other measurements use a timer of 1 ms to detect
 * stalls. This function omits the timer, because the timer uses 28 ms of CPU per second, which is too much for work
 * that waits for a backoff.
 */
export async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
