import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { shortestPlan } from 'rx-informer/testing';
import { fc } from '../../../support/properties.ts';

const upTo = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

describe('shortestPlan', () => {
  it('should find the shortest failing plan, even if a shorter one fails for another reason', () => {
    const fails = (part: readonly number[]): boolean =>
      part.includes(9) || [1, 2, 3].every((fault) => part.includes(fault));

    expect(shortestPlan(upTo(10), fails)).toEqual([9]);
  });

  it('should be empty if the test fails without faults', () => {
    expect(shortestPlan([1, 2], () => true)).toEqual([]);
  });

  it('should find the necessary faults in their order, from a plan of any length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.array(fc.nat(24), { maxLength: 4 }),
        (length, wanted) => {
          const needed = new Set(wanted.filter((fault) => fault < length));
          const fails = (part: readonly number[]): boolean =>
            [...needed].every((fault) => part.includes(fault));

          expect(shortestPlan(upTo(length), fails)).toEqual([...needed].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('should keep a long plan if every fault is necessary', () => {
    expect(shortestPlan(upTo(12), (part) => part.length === 12)).toEqual(upTo(12));
  });

  it('should refuse a plan that does not fail, and an invalid plan', () => {
    expect(() => shortestPlan([1], () => false)).toThrow(
      'shortestPlan: plan must be one that fails, not an array',
    );
    expect(() => shortestPlan('abc' as never, () => true)).toThrow(OptionsError);
    expect(() => shortestPlan([], 3 as never)).toThrow(OptionsError);
  });
});
