/** Resolves when the condition is true. If the condition never becomes true, the test fails at its time limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/**
 * Waits until all microtasks, immediates and due timers have run. To show that an event never comes, use
 * `advanceMinute` of `virtual-time.ts`.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
