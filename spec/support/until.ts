/** Resolves once the condition holds; if it never does the test times out, which is how it fails. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/**
 * Lets everything have its turn that could have had one by now: microtasks, immediates, timers that are due. That nothing comes
 * is shown by `advanceMinute` of `virtual-time.ts`.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
