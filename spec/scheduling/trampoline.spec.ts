import { describe, expect, it } from '@jest/globals';
import { concatMap, map, merge, mergeMap, of, queueScheduler, range, repeat, take } from 'rxjs';
import { trampoline$ } from '../../src/scheduling/index.ts';
import { trampoline } from '../../src/scheduling/trampoline.ts';

describe('trampoline$', () => {
  it('should emit synchronously, and complete', () => {
    const emitted: unknown[] = [];
    trampoline$.subscribe({ next: (value) => emitted.push(value), complete: () => emitted.push('end') });

    expect(emitted).toEqual([undefined, 'end']);
  });

  it('should keep the stack flat when each completion starts the next subscription', () => {
    let count = 0;
    range(0, 20_000)
      .pipe(concatMap(() => trampoline$))
      .subscribe(() => count++);

    expect(count).toBe(20_000);
  });

  it('should not emit during another emission', () => {
    const emitted: string[] = [];
    trampoline$
      .pipe(mergeMap(() => merge(trampoline$.pipe(map(() => 'inner')), of('outer'))))
      .subscribe((value) => emitted.push(value));

    expect(emitted).toEqual(['outer', 'inner']);
  });

  it('should emit nothing after an unsubscribe', () => {
    const emitted: unknown[] = [];
    queueScheduler.schedule(() => {
      trampoline$.subscribe((value) => emitted.push(value)).unsubscribe();
    });

    expect(emitted).toEqual([]);
  });

  it('should repeat synchronously with a flat stack', () => {
    let count = 0;
    of(0)
      .pipe(repeat({ delay: () => trampoline$ }), take(20_000))
      .subscribe(() => count++);

    expect(count).toBe(20_000);
  });
});

describe('trampoline', () => {
  it('should handle a value that arrives during a call after the call has returned', () => {
    const steps: string[] = [];
    const take = trampoline((value: number) => {
      steps.push(`${value} begins`);
      if (value < 3) {
        take(value * 2);
        take(value * 2 + 1);
      }
      steps.push(`${value} ends`);
    });

    take(1);

    expect(steps).toEqual([1, 2, 3, 4, 5].flatMap((value) => [`${value} begins`, `${value} ends`]));
  });

  it('should use no deeper stack for more values', () => {
    let taken = 0;
    const take = trampoline((value: number) => {
      taken++;
      if (value > 0) take(value - 1);
    });

    take(100_000);

    expect(taken).toBe(100_001);
  });

  it('should drop the waiting values when the handler throws, and handle the next value', () => {
    const taken: number[] = [];
    const take = trampoline((value: number) => {
      taken.push(value);
      if (value !== 1) return;
      take(2);
      throw new Error('broken');
    });

    expect(() => take(1)).toThrow('broken');
    take(3);

    expect(taken).toEqual([1, 3]);
  });
});
