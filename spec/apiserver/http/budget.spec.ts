import { describe, expect, it } from '@jest/globals';
import { Budget } from '../../../src/apiserver/http/budget.ts';

describe('a budget', () => {
  it('should refuse bytes above the limit, and count none of them', () => {
    const budget = new Budget(10);
    budget.take(6);

    expect(() => budget.take(5)).toThrow('Too many requests');

    budget.take(4);
  });

  it('should accept bytes again after a release', () => {
    const budget = new Budget(10);
    budget.take(10);
    budget.release(3);

    budget.take(3);

    expect(() => budget.take(1)).toThrow('Too many requests');
  });
});
