import process from 'node:process';

/**
 * Measures the CPU time of all threads during some work, in ms. Other measurements use a timer of 1 ms to detect
 * stalls. The timer needs 28 ms of CPU time per second. This function omits the timer, because the measured work mostly
 * waits for a backoff and itself needs little CPU time.
 */
export async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
