import { setTimeout as sleep } from 'node:timers/promises';

/** Tries an assertion until it holds; after `patience` ms the last failure is the answer. */
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
