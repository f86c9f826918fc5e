import { afterEach } from '@jest/globals';
import { asyncScheduler } from 'rxjs';

/**
 * Moves the clock of RxJS forward or back by this many ms, as NTP or a resumed machine does. Timers are not affected.
 */
export type SetClock = (ms: number) => void;

/** Makes the clock of RxJS movable for the specs of one file. Each spec starts with the real time. */
export function movableClock(): SetClock {
  const clock = asyncScheduler.now;
  let ahead = 0;
  afterEach(() => {
    asyncScheduler.now = clock;
    ahead = 0;
  });
  return (ms) => {
    ahead += ms;
    asyncScheduler.now = () => clock() + ahead;
  };
}
