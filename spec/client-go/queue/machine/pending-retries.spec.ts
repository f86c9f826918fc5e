import { describe, expect, it } from '@jest/globals';
import { PendingRetries, retryDelay } from '../../../../src/client-go/queue/machine/pending-retries.ts';

describe('PendingRetries', () => {
  it('should count the failures of deltas that were requeued', () => {
    const retries = new PendingRetries<string>();
    expect(retries.popped('a')).toBe(0);
    const first = retries.add('a', 'a1', 0);
    expect(retries.requeue(first)).toBe(true);
    expect(retries.popped('a')).toBe(1);
    const second = retries.add('a', 'a1', 1);
    expect([first.attempt, second.attempt]).toEqual([1, 2]);
    expect(retries.requeue(second)).toBe(true);
    expect([retries.popped('a'), retries.popped('a')]).toEqual([2, 0]);
  });

  it('should cancel the retry of a key when newer deltas of that key are popped, and of no other key', () => {
    const retries = new PendingRetries<string>();
    const a = retries.add('a', 'a1', 0);
    const b = retries.add('b', 'b1', 0);
    expect(retries.popped('a')).toBe(0);

    expect([retries.requeue(a), retries.requeue(b), retries.requeue(b)]).toEqual([false, true, false]);
  });

  it('should requeue only the newest retry of a key', () => {
    const retries = new PendingRetries<string>();
    const [old, newest] = [retries.add('a', 'a1', 0), retries.add('a', 'a2', 0)];

    expect([retries.requeue(old), retries.requeue(newest)]).toEqual([false, true]);
  });

  it('should return all pending retries once', () => {
    const retries = new PendingRetries<string>();
    const [a, b] = [retries.add('a', 'a1', 0), retries.add('b', 'b1', 2)];

    expect(retries.takeAll()).toEqual([a, b]);
    expect([retries.takeAll(), retries.requeue(a)]).toEqual([[], false]);
  });
});

describe('retryDelay', () => {
  it('should double from 0.8 s up to 30 s', () => {
    expect([1, 2, 3, 6, 7, 1_000].map(retryDelay)).toEqual([800, 1_600, 3_200, 25_600, 30_000, 30_000]);
  });
});
