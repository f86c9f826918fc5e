import { asyncScheduler } from 'rxjs';
import type { Instant } from './machine/elector-types.ts';

/**
 * Returns a clock for Leases: `elapsed` comes from `performance.now()`, which no correction of the system clock changes. A step of the
 * system clock would otherwise end the leadership, or take over the Lease of a leader that renews it.
 *
 * In virtual time, both times are the time of RxJS. Virtual time is recognised by a clock of RxJS that differs from the system clock.
 */
export function leaseClock(): () => Instant {
  const before = Date.now();
  const now = asyncScheduler.now();
  const isVirtual = now < before || now > Date.now();
  return () => {
    const wall = asyncScheduler.now();
    return { wall, elapsed: isVirtual ? wall : performance.now() };
  };
}
