import process from 'node:process';

/**
 * CPU time in ms. `all` is the time of all threads, including the garbage collector and the compiler. `main` is the
 * time of the main thread.
 */
export interface Cpu {
  readonly all: number;
  readonly main: number;
}

/** Starts a clock. The returned function returns the CPU time since the start. */
export function cpuClock(): () => Cpu {
  const all = process.cpuUsage();
  const main = process.threadCpuUsage();
  return () => ({
    all: milliseconds(process.cpuUsage(all)),
    main: milliseconds(process.threadCpuUsage(main)),
  });
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
