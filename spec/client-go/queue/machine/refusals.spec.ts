import { describe, expect, it } from '@jest/globals';
import { Refusals, retryDelay } from '../../../../src/client-go/queue/machine/refusals.ts';

describe('Refusals', () => {
  it('should count how often what came back was refused', () => {
    const refusals = new Refusals<string>();
    expect(refusals.popped('a')).toBe(0);
    const first = refusals.refuse('a', 'a1', 0);
    expect(refusals.take(first)).toBe(true);
    expect(refusals.popped('a')).toBe(1);
    const second = refusals.refuse('a', 'a1', 1);
    expect([first.attempt, second.attempt]).toEqual([1, 2]);
    expect(refusals.take(second)).toBe(true);
    expect([refusals.popped('a'), refusals.popped('a')]).toEqual([2, 0]);
  });

  it('should forget what is older than what was popped of its key, and of no other', () => {
    const refusals = new Refusals<string>();
    const a = refusals.refuse('a', 'a1', 0);
    const b = refusals.refuse('b', 'b1', 0);
    expect(refusals.popped('a')).toBe(0);

    expect([refusals.take(a), refusals.take(b), refusals.take(b)]).toEqual([false, true, false]);
  });

  it('should take the newest refusal of a key alone', () => {
    const refusals = new Refusals<string>();
    const [old, newest] = [refusals.refuse('a', 'a1', 0), refusals.refuse('a', 'a2', 0)];

    expect([refusals.take(old), refusals.take(newest)]).toEqual([false, true]);
  });

  it('should give out all that wait, once', () => {
    const refusals = new Refusals<string>();
    const [a, b] = [refusals.refuse('a', 'a1', 0), refusals.refuse('b', 'b1', 2)];

    expect(refusals.takeAll()).toEqual([a, b]);
    expect([refusals.takeAll(), refusals.take(a)]).toEqual([[], false]);
  });
});

describe('retryDelay', () => {
  it('should double from 0.8 s up to 30 s', () => {
    expect([1, 2, 3, 6, 7, 1_000].map(retryDelay)).toEqual([800, 1_600, 3_200, 25_600, 30_000, 30_000]);
  });
});
