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
 * Gives each spec of a file, or of a `describe`, an RxJS clock that stands at 0. So no slice of work ends by time: on a slow machine a
 * slice would end early, and the rest of the work would be done in a later turn of the event loop. Timers and immediates are real.
 * Not for marble specs, which have a clock of their own.
 */
export function stillClock(): void {
  beforeEach(() => {
    jest.spyOn(asyncScheduler, 'now').mockReturnValue(0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
}

/** A minute of virtual time: what has not come then does not come. Promises and immediates have their turn too. */
export async function advanceMinute(): Promise<void> {
  await jest.advanceTimersByTimeAsync(60_000);
}

/** The next timer or immediate has its turn. */
export async function nextTimer(): Promise<void> {
  await jest.advanceTimersToNextTimerAsync();
}

/** Lets virtual time pass until the condition holds. If it never does, the spec fails by its limit of time. */
export async function advanceUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await jest.advanceTimersByTimeAsync(1);
}
