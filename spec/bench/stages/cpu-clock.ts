import process from 'node:process';

/**
 * CPU time in ms. `all` includes all threads, also the garbage collector and the compiler. The other value is only the
 * main thread.
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
