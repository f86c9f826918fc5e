import { describe, expect, it } from '@jest/globals';
import { SliceClock } from '../../../src/scheduling/machine/slice-clock.ts';

describe('SliceClock', () => {
  it('should end a slice once its budget is spent', () => {
    let now = 0;
    const clock = new SliceClock(() => now);
    clock.begin();

    const ends = Array.from({ length: 6 }, () => {
      now += 1;
      return clock.step();
    });

    expect(ends).toEqual([false, false, false, false, true, true]);
  });

  it('should read the clock once in 32 items when they are quick, and each time once they are slow (PF9)', () => {
    let now = 0;
    let readings = 0;
    const clock = new SliceClock(() => {
      readings += 1;
      return now;
    });
    clock.begin();
    for (let item = 0; item < 1000; item += 1) clock.step();
    expect(readings).toBeLessThan(40);

    now += 2;
    while (!clock.isOver && now < 100) {
      readings = 0;
      clock.step();
      if (readings > 0) now += 2;
    }

    expect(now).toBeLessThanOrEqual(8);
  });

  it('should read the clock after at most four items of a new slice, however quick the items of the last slice were', () => {
    let now = 0;
    const clock = new SliceClock(() => now);
    clock.begin();
    for (let item = 0; item < 1000; item += 1) clock.step();
    clock.end();

    clock.begin();
    let items = 0;
    do {
      items += 1;
      now += 15;
    } while (!clock.step());

    expect(items).toBeLessThanOrEqual(4);
  });

  it('should never end a slice while the clock stands still', () => {
    const clock = new SliceClock(() => 7);
    clock.begin();

    for (let item = 0; item < 10_000; item += 1) expect(clock.step()).toBe(false);
  });

  it('should share one budget among slices until the reset, and not count the time between them', () => {
    let now = 0;
    const clock = new SliceClock(() => now);
    const slice = (takes: number): boolean => {
      clock.begin();
      now += takes;
      return clock.step();
    };

    expect(slice(3)).toBe(false);
    now += 1000;
    expect(slice(3)).toBe(true);
    clock.reset();
    expect(slice(3)).toBe(false);
  });

  it('should count the last items of a slice at its end', () => {
    let now = 0;
    const clock = new SliceClock(() => now);
    clock.begin();
    for (let item = 0; item < 100; item += 1) clock.step();

    for (let slice = 0; slice < 6; slice += 1) {
      clock.begin();
      now += 0.9;
      clock.step();
      clock.end();
      now += 100;
    }

    expect(clock.isOver).toBe(true);
  });

  it('should end a slice after the clock is set back', () => {
    let now = 100;
    const clock = new SliceClock(() => now);
    clock.begin();

    now = 0;
    expect(clock.step()).toBe(false);
    now = 6;
    clock.step();
    expect(clock.step()).toBe(true);
  });

  it('should share its slice with a fork, which has a stride of its own', () => {
    let now = 0;
    const clock = new SliceClock(() => now);
    const other = clock.fork();
    clock.begin();
    for (let item = 0; item < 100; item += 1) clock.step();

    now += 6;

    expect([other.step(), clock.isOver]).toEqual([true, true]);
    other.reset();
    expect(clock.isOver).toBe(false);
  });
});
