import process from 'node:process';

/** What has passed since a stopwatch began, ms. */
export interface Passed {
  readonly clock: number;
  /**
   * The CPU time of the process, which does not grow while other processes use the machine. It counts the threads of the garbage
   * collector and of others too, but the thread that reads it cannot have worked longer than the clock says.
   */
  readonly cpu: number;
}

/** Begins to measure; the function that it returns reads both times. */
export function stopwatch(): () => Passed {
  const [begun, begunAt] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(begun);
    const clock = performance.now() - begunAt;
    return { clock, cpu: Math.min((user + system) / 1_000, clock) };
  };
}
