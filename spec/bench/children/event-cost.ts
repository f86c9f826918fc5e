import { setImmediate } from 'node:timers/promises';
import { quantile } from '../driver/quantile.ts';
import { cpuClock } from '../stages/cpu-clock.ts';

/** The events of a measurement. */
export interface MeasuredEvents<E> {
  /** Makes the events of one pass. Called before the clock starts. */
  readonly make: () => readonly E[];
  readonly send: (event: E) => void;
  /** Whether the measured program has received all events that were sent. */
  readonly isReceived: () => boolean;
}

/** Number of events that arrive in one task of the event loop, as from a server. */
const chunk = 13;

/**
 * Sends events in several passes. Returns the median of the CPU times of an event on the main thread, in µs. The first
 * pass does not count, because V8 compiles the code during this pass.
 */
export async function eventCost<E>(events: MeasuredEvents<E>): Promise<number> {
  await pass(events);
  const costs: number[] = [];
  while (costs.length < 5) costs.push(await pass(events));
  return quantile(costs);
}

async function pass<E>({ make, send, isReceived }: MeasuredEvents<E>): Promise<number> {
  const events = make();
  globalThis.gc?.();
  const clock = cpuClock();
  for (let at = 0; at < events.length; at += chunk) {
    for (const event of events.slice(at, at + chunk)) send(event);
    await setImmediate();
  }
  while (!isReceived()) await setImmediate();
  return (clock().main * 1_000) / events.length;
}
