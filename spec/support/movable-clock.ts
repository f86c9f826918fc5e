import { afterEach } from '@jest/globals';
import { asyncScheduler } from 'rxjs';

/** Sets the clock of RxJS forward or back by so many ms, as NTP or a resumed machine does; timers go on as they were. */
export type SetClock = (ms: number) => void;

/** For the specs of one file; each spec begins with the right time. */
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
