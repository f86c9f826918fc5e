import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler, lastValueFrom, of, toArray } from 'rxjs';
import { mapInSlices } from '../../src/discovery/map-in-slices.ts';

/** Moves the clock by 6 ms at each read. Each call of `project` then takes longer than a time slice. */
const eachTakesLong = (): void => {
  let time = 0;
  jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 6));
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe('mapInSlices', () => {
  it('should emit the results of short calls synchronously, in order', () => {
    jest.spyOn(asyncScheduler, 'now').mockReturnValue(0);
    const emitted: (number | undefined)[] = [];
    of(1, undefined, 3)
      .pipe(mapInSlices((value) => value))
      .subscribe((value) => emitted.push(value));

    expect(emitted).toEqual([1, undefined, 3]);
  });

  it('should yield to the event loop after a long call, before its result is handled and before the next call', async () => {
    eachTakesLong();
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn++;
      if (!isOver) setImmediate(count);
    };
    count();
    const calls = of('a', 'b').pipe(
      mapInSlices((one) => `${one} ${turn}`),
      mapInSlices((one) => `${one} ${turn}`),
      toArray(),
    );
    const turns = (await lastValueFrom(calls)).flatMap((one) => one.split(' ').slice(1).map(Number));
    isOver = true;

    expect(new Set(turns).size).toBe(4);
  });

  it('should emit an error that a call throws', async () => {
    const failing$ = of(1).pipe(
      mapInSlices(() => {
        throw new Error('refused');
      }),
    );

    await expect(lastValueFrom(failing$)).rejects.toThrow('refused');
  });
});
