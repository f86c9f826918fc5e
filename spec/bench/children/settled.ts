import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** Waits until the process has come to rest: three looks in a row in which it took next to no CPU. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const before = process.cpuUsage();
    await setTimeout(20);
    const { user, system } = process.cpuUsage(before);
    quiet = user + system < 3_000 ? quiet + 1 : 0;
  }
}
