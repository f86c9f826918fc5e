import { afterEach, beforeEach, jest } from '@jest/globals';
import { asyncScheduler } from 'rxjs';

/**
 * Replaces timers and clocks for each spec of a file or of a `describe`. Time advances only when the spec advances it.
 */
export function virtualTime(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/**
 * Makes the clock of RxJS stand at 0 for each spec of a file or of a `describe`. No time slice then ends. With the
 * real clock, a time slice could end early on a slow computer, and the remaining work would run in a later task.
 * Timers and immediates are real. Do not use this function in marble specs, which have their own clock.
 */
export function stillClock(): void {
  beforeEach(() => {
    jest.spyOn(asyncScheduler, 'now').mockReturnValue(0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
}

/** Advances virtual time by a minute, to show that an event does not come. Promises and immediates also run. */
export async function advanceMinute(): Promise<void> {
  await jest.advanceTimersByTimeAsync(60_000);
}

/** Runs the next timer or immediate of virtual time. */
export async function nextTimer(): Promise<void> {
  await jest.advanceTimersToNextTimerAsync();
}

/**
 * Advances virtual time until the condition is true. If the condition never becomes true, the spec fails at its time
 * limit.
 */
export async function advanceUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await jest.advanceTimersByTimeAsync(1);
}
