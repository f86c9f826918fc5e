import process from 'node:process';

// Ends this process if the parent process has ended. Without `unref`, the channel to the parent would keep the process
// running.
process.once('disconnect', () => process.exit());
process.channel?.unref();

/**
 * Sends the measurements of this process to the parent process, and ends this process. Omits values that are not finite
 * numbers.
 */
export function printFigures(figures: Readonly<Record<string, number>>): void {
  const taken = Object.fromEntries(Object.entries(figures).filter(([, value]) => Number.isFinite(value)));
  process.send?.(taken, () => process.exit());
}
