import { afterEach } from '@jest/globals';
import { asyncScheduler } from 'rxjs';

/** Moves the clock of RxJS forward or back by `ms`, as NTP or a resumed computer does. Timers keep the real time. */
export type SetClock = (ms: number) => void;

/** Lets the specs of a file move the clock of RxJS. Each spec starts with the real time. */
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
