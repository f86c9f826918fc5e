import { describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler, lastValueFrom } from 'rxjs';
import { marbles } from '../support/marbles.ts';
import { advanceMinute } from '../support/virtual-time.ts';
import { resultInSlices } from '../../src/scheduling/index.ts';

function* work(steps: number, step: () => void = () => undefined): Generator<void, string, void> {
  for (let done = 0; done < steps; done += 1) {
    step();
    yield;
  }
  return 'done';
}

const busyFor = (milliseconds: number): void => {
  const until = Date.now() + milliseconds;
  while (Date.now() < until);
};

describe('resultInSlices', () => {
  it('should finish synchronously in virtual time, for any amount of work', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(resultInSlices(() => work(10_000))).toBe('(a|)', { a: 'done' });
    });
  });

  it('should finish synchronously when the work takes less than a slice', () => {
    let now = 0;
    const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => now);
    const results: string[] = [];

    resultInSlices(() => work(10, () => (now += 0.1))).subscribe((result) => results.push(result));
    clock.mockRestore();

    expect(results).toEqual(['done']);
  });

  it('should yield to the event loop between two slices (PF9)', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('another task'));

    order.push(await lastValueFrom(resultInSlices(() => work(30, () => busyFor(1)))));

    expect(order).toEqual(['another task', 'done']);
  });

  it('should work 5 ms a slice, and yield for one turn of the event loop between two slices', async () => {
    let now = 0;
    const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => now);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);

    await lastValueFrom(resultInSlices(() => work(50, () => (now += 1))));
    isDone = true;
    clock.mockRestore();

    expect(turns).toBeGreaterThanOrEqual(8);
    expect(turns).toBeLessThanOrEqual(14);
  });

  it('should stop the work when unsubscribed', async () => {
    jest.useFakeTimers();
    let steps = 0;
    const results: string[] = [];
    const subscription = resultInSlices(() =>
      work(30, () => {
        steps += 1;
        jest.setSystemTime(Date.now() + 1);
      }),
    ).subscribe((result) => results.push(result));

    const before = steps;
    subscription.unsubscribe();
    await advanceMinute();
    jest.useRealTimers();

    expect(before).toBeLessThan(30);
    expect(steps).toBe(before);
    expect(results).toEqual([]);
  });

  it('should start the work again for each subscriber', () => {
    let started = 0;
    const result$ = resultInSlices(() => {
      started += 1;
      return work(3);
    });

    result$.subscribe();
    result$.subscribe();

    expect(started).toBe(2);
  });

  it('should emit an error that the work throws', () => {
    marbles().run(({ expectObservable }) => {
      const broken = (): Generator<void, string, void> =>
        work(3, () => {
          throw new Error('broken');
        });

      expectObservable(resultInSlices(broken)).toBe('#', undefined, new Error('broken'));
    });
  });
});
