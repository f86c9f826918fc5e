import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** Waits until the process is idle, which means that three measurements in a row show almost no CPU time. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const before = process.cpuUsage();
    await setTimeout(20);
    const { user, system } = process.cpuUsage(before);
    quiet = user + system < 3_000 ? quiet + 1 : 0;
  }
}
