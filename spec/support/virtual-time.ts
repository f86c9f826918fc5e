import { afterEach, beforeEach, jest } from '@jest/globals';
import { asyncScheduler } from 'rxjs';

/** Gives each spec of a file, or of a `describe`, timers and clocks that move only when the spec advances them. */
export function virtualTime(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/**
 * Gives each spec of a file, or of a `describe`, an RxJS clock that stands at 0. So no slice of work ends by time.
 * Otherwise a slice would end early on a slow machine, and the rest of the work would run in a later turn of the event
 * loop. Timers and immediates are real. Do not use this in marble specs, which have their own clock.
 */
export function stillClock(): void {
  beforeEach(() => {
    jest.spyOn(asyncScheduler, 'now').mockReturnValue(0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
}

/** Advances virtual time by a minute, to show that an event does not come. Promises and immediates run too. */
export async function advanceMinute(): Promise<void> {
  await jest.advanceTimersByTimeAsync(60_000);
}

/** Runs the next timer or immediate. */
export async function nextTimer(): Promise<void> {
  await jest.advanceTimersToNextTimerAsync();
}

/** Advances virtual time until the condition holds. If it never holds, the spec fails by its time limit. */
export async function advanceUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await jest.advanceTimersByTimeAsync(1);
}
