import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in MB, as Linux reports it. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** Returns the CPU seconds (user and system) that the processes have used so far. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids
    .map((pid) => {
      const [, rest = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const fields = rest.split(' ');
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    })
    .reduce((sum, seconds) => sum + seconds, 0);
}

const ticksPerSecond = 100;
