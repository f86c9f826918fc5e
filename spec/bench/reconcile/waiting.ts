import { NEVER } from 'rxjs';
import {
  exponentialLimiter,
  type ReconcileMetrics,
  type ReconcileOptions,
} from '../../../src/controller/index.ts';
import { settled } from '../children/settled.ts';
import type { WayToWait } from './measures.ts';
import { objectsOf, start } from './running.ts';

const hour = 3_600_000;

/**
 * Measures the heap of a key that waits, in bytes. The heap includes the text of the key, but not the object.
 *
 * @throws Error if not all keys wait at the end
 */
export async function heapPerKey(way: WayToWait, keys: number): Promise<number> {
  const objects = objectsOf(keys);
  const failure = new Error('fails');
  let last: ReconcileMetrics | undefined;
  const options: ReconcileOptions = {
    metrics: { next: (metrics) => (last = metrics) },
    // Without a first value of `enabled`, no run starts, so all keys stay ready.
    ...(way === 'ready' && { enabled: NEVER }),
    ...(way === 'backoff' && { rateLimiter: exponentialLimiter({ base: hour, max: hour }) }),
  };
  const running = start(() => {
    if (way === 'backoff') throw failure;
    return { requeueAfter: hour };
  }, options);
  const before = heap();
  running.request(objects);
  if (way !== 'ready') await running.until(keys);
  await settled();
  const grown = heap() - before;
  const waiting = way === 'ready' ? last?.depth : last?.delayed;
  if (waiting !== keys) throw new Error(`void: ${waiting ?? 0} keys wait instead of ${keys}`);
  // The first measurement includes the objects, so the second measurement must include them, too. This use of `objects`
  // keeps them in memory until then.
  return objects.length === keys ? grown / keys : NaN;
}

function heap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
