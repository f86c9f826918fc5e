import process from 'node:process';

/** The real time and the CPU time, in ms, since a stopwatch started. */
export interface Passed {
  readonly clock: number;
  /**
   * The CPU time of the process, including the garbage collector and other threads. The CPU time does not increase
   * while only other processes use the CPU. All threads together can use more CPU time than real time, but the calling
   * thread cannot. So the value is at most `clock`.
   */
  readonly cpu: number;
}

/** Starts a stopwatch. Each call of the returned function returns the real time and the CPU time since the start. */
export function stopwatch(): () => Passed {
  const [begun, begunAt] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(begun);
    const clock = performance.now() - begunAt;
    return { clock, cpu: Math.min((user + system) / 1_000, clock) };
  };
}
