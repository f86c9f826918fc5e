import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ignoreElements, lastValueFrom, type Observable, take, tap, timer } from 'rxjs';
import { replayAtSpeed } from '../../../src/cli/recording/replay-at-speed.ts';
import { recordedClock } from '../../../src/cli/recording/recorded-clock.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('paced', () => {
  it('should not wait until a clock that was set back has caught up', async () => {
    const clock = recordedClock(1_000);
    const performanceNow = performance.now.bind(performance);
    const seen: number[] = [];
    const work = (): Observable<never> =>
      timer(20, 20).pipe(
        tap((n) => {
          seen.push(clock.now);
          if (n === 0) jest.spyOn(performance, 'now').mockImplementation(() => performanceNow() - 3_600_000);
        }),
        take(3),
        ignoreElements(),
      );
    const next = (): Promise<undefined> => Promise.resolve(undefined);

    await lastValueFrom(replayAtSpeed({ clock, speed: 1, next, full: () => undefined }, work), {
      defaultValue: undefined,
    });

    expect(seen).toEqual([1_020, 1_040, 1_060]);
  });
});
