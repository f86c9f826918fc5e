import { describe, expect, it } from '@jest/globals';
import { rotated } from './run-scenario.ts';

describe('the order of contenders', () => {
  it('should let each contender begin once', () => {
    const rounds = [0, 1, 2, 3].map((round) => rotated(['a', 'b', 'c'], round).join(''));

    expect(rounds).toEqual(['abc', 'bca', 'cab', 'abc']);
  });

  it('should be empty without contenders', () => {
    expect(rotated([], 2)).toEqual([]);
  });
});
