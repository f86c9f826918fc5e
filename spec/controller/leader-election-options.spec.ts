import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { map, timer } from 'rxjs';
import { marbleScheduler } from 'rx-informer/testing';
import { leaseClock } from '../../src/controller/leader-election-options.ts';

describe('leaseClock', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should measure elapsed time by the steady clock if the system clock is set back or forward (B239)', () => {
    const clock = leaseClock();
    jest.spyOn(performance, 'now').mockReturnValueOnce(100).mockReturnValueOnce(107);
    const realNow = Date.now();
    jest
      .spyOn(Date, 'now')
      .mockReturnValueOnce(realNow)
      .mockReturnValueOnce(realNow - 3_600_000);
    expect(clock()).toEqual({ elapsed: 100, wall: realNow });
    expect(clock()).toEqual({ elapsed: 107, wall: realNow - 3_600_000 });
  });

  it('should use the time of RxJS in virtual time', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const clock = leaseClock();
      expectObservable(timer(1_000).pipe(map(() => clock()))).toBe('1s (a|)', {
        a: { elapsed: 1_000, wall: 1_000 },
      });
    });
  });
});
