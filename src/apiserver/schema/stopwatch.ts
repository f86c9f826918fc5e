import process from 'node:process';

/** The real time and the CPU time since a stopwatch started, in ms. */
export interface Passed {
  readonly clock: number;
  /**
   * The CPU time of the process. The CPU time does not increase while only other processes use the CPU. The CPU time
   * includes the CPU time of the garbage collector and of other threads. The value is at most `clock`, because the
   * thread that reads it cannot have used more CPU time than `clock`.
   */
  readonly cpu: number;
}

/** Starts a stopwatch. The returned function returns the real time and the CPU time since the start. */
export function stopwatch(): () => Passed {
  const [begun, begunAt] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(begun);
    const clock = performance.now() - begunAt;
    return { clock, cpu: Math.min((user + system) / 1_000, clock) };
  };
}
