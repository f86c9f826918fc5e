import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an assertion until it succeeds. After `patience` ms, rejects with the last failure. */
export async function eventually(assertion: () => unknown, patience = 60_000): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(25);
  }
}
