import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an assertion until it holds. Rejects with the last failure after `patience` ms. */
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
