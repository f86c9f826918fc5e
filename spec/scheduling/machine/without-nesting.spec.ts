import { describe, expect, it } from '@jest/globals';
import { withoutNesting } from '../../../src/scheduling/machine/without-nesting.ts';

describe('withoutNesting', () => {
  it('should take a value that is given within a call after the one before it', () => {
    const steps: string[] = [];
    const take = withoutNesting((value: number) => {
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

  it('should need no deeper stack for more values', () => {
    let taken = 0;
    const take = withoutNesting((value: number) => {
      taken++;
      if (value > 0) take(value - 1);
    });

    take(100_000);

    expect(taken).toBe(100_001);
  });

  it('should forget what waits when taking throws, and go on with the next value', () => {
    const taken: number[] = [];
    const take = withoutNesting((value: number) => {
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
