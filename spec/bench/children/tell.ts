import process from 'node:process';

// Who is gone is told nothing. The channel alone keeps no process alive, or one that waits for nothing would never end.
process.once('disconnect', () => process.exit());
process.channel?.unref();

/** Sends what this process has measured to its parent, and ends it. What is no number is left out. */
export function tell(figures: Readonly<Record<string, number>>): void {
  const taken = Object.fromEntries(Object.entries(figures).filter(([, value]) => Number.isFinite(value)));
  process.send?.(taken, () => process.exit());
}
