/**
 * Returns how long ago `since` was, in the unit of both readings of a clock.
 *
 * RxJS reads the clock of the system, which may be set back: by NTP, by a user, when a machine resumes. Go has a monotonic
 * clock for this. Here a clock that was set back counts as time that has passed: a limit is then met early, and no limit is
 * switched off until the clock has caught up.
 */
export const elapsed = (since: number, now: number): number => Math.abs(now - since);
