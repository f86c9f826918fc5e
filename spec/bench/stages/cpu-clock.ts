import process from 'node:process';

/** CPU in ms: of all threads, the collector's and the compiler's too, and of the main one. */
export interface Cpu {
  readonly all: number;
  readonly main: number;
}

/** Starts a clock; what it returns reads it. */
export function cpuClock(): () => Cpu {
  const all = process.cpuUsage();
  const main = process.threadCpuUsage();
  return () => ({
    all: milliseconds(process.cpuUsage(all)),
    main: milliseconds(process.threadCpuUsage(main)),
  });
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
