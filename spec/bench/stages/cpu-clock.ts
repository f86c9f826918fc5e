import process from 'node:process';

/** CPU in ms: of all threads, including garbage collector and compiler, and of the main thread. */
export interface Cpu {
  readonly all: number;
  readonly main: number;
}

/** Starts a clock. The returned function reads it. */
export function cpuClock(): () => Cpu {
  const all = process.cpuUsage();
  const main = process.threadCpuUsage();
  return () => ({
    all: milliseconds(process.cpuUsage(all)),
    main: milliseconds(process.threadCpuUsage(main)),
  });
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
