import process from 'node:process';

// Ends this process if the parent is gone. Without `unref` the channel would keep the process alive for ever.
process.once('disconnect', () => process.exit());
process.channel?.unref();

/** Sends the figures of this process to its parent, and ends the process. Omits values that are no finite numbers. */
export function printFigures(figures: Readonly<Record<string, number>>): void {
  const taken = Object.fromEntries(Object.entries(figures).filter(([, value]) => Number.isFinite(value)));
  process.send?.(taken, () => process.exit());
}
