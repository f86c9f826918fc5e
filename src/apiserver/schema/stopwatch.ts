import process from 'node:process';

/** The time since a stopwatch started, in ms. */
export interface Passed {
  readonly clock: number;
  /**
   * The CPU time of the process, which does not grow while other processes use the machine. It includes the threads of
   * the garbage collector and other threads. It is at most `clock`, because the thread that reads it cannot have worked
   * longer.
   */
  readonly cpu: number;
}

/** Starts a stopwatch. The returned function reads both times. */
export function stopwatch(): () => Passed {
  const [begun, begunAt] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(begun);
    const clock = performance.now() - begunAt;
    return { clock, cpu: Math.min((user + system) / 1_000, clock) };
  };
}
