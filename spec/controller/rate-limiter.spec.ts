import { describe, expect, it } from '@jest/globals';
import { timer } from 'rxjs';
import {
  bucketLimiter,
  exponentialLimiter,
  fastSlowLimiter,
  maxOf,
  type RateLimiter,
  withMaxWait,
} from 'rx-informer/controller';
import { marbleScheduler } from 'rx-informer/testing';

const times = (limiter: RateLimiter, key: string, count: number): readonly number[] =>
  Array.from({ length: count }, () => limiter.when(key));

describe('exponentialLimiter', () => {
  it('should double the delay of each key up to `max`, and forget (B220)', () => {
    const limiter = exponentialLimiter({ base: 1, max: 10 });
    expect(times(limiter, 'a', 6)).toEqual([1, 2, 4, 8, 10, 10]);
    expect(times(limiter, 'b', 2)).toEqual([1, 2]);
    expect([limiter.retries('a'), limiter.retries('b'), limiter.retries('c')]).toEqual([6, 2, 0]);
    limiter.forget('a');
    expect([limiter.retries('a'), limiter.when('a')]).toEqual([0, 1]);
  });

  it('should have the numbers of client-go by default, and not overflow (B221)', () => {
    const limiter = exponentialLimiter();
    expect(times(limiter, 'a', 2)).toEqual([5, 10]);
    expect(times(limiter, 'a', 2_000).at(-1)).toBe(1_000_000);
  });

  it('should make a delay longer by the random part', () => {
    const limiter = exponentialLimiter({ base: 100, jitter: 0.5, random: () => 0.5 });
    expect(times(limiter, 'a', 2)).toEqual([125, 250]);
  });
});

describe('bucketLimiter', () => {
  it('should let `burst` retries pass, and then `perSecond`, for all keys together (B226)', () => {
    marbleScheduler().run(({ flush }) => {
      const limiter = bucketLimiter({ perSecond: 2, burst: 2 });
      const delays = [limiter.when('a'), limiter.when('b'), limiter.when('a'), limiter.when('c')];
      timer(2_000).subscribe(() => delays.push(limiter.when('a'), limiter.when('a'), limiter.when('a')));
      timer(60_000).subscribe(() => delays.push(limiter.when('a'), limiter.when('a'), limiter.when('a')));
      flush();
      expect(delays).toEqual([0, 0, 500, 1_000, 0, 0, 500, 0, 0, 500]);
      limiter.forget('a');
      expect(limiter.retries('a')).toBe(0);
    });
  });

  it('should have the numbers of client-go by default', () => {
    marbleScheduler().run(() => {
      const delays = times(bucketLimiter(), 'a', 101);
      expect([delays.slice(0, 100).every((delay) => delay === 0), delays[100]]).toEqual([true, 100]);
    });
  });
});

describe('fastSlowLimiter', () => {
  it('should be fast for the first failures, and slow afterwards (B222)', () => {
    const limiter = fastSlowLimiter({ fast: 5, slow: 10_000, fastAttempts: 3 });
    expect(times(limiter, 'a', 5)).toEqual([5, 5, 5, 10_000, 10_000]);
    limiter.forget('a');
    expect([limiter.retries('a'), limiter.when('a')]).toEqual([0, 5]);
  });
});

describe('maxOf', () => {
  it('should take the longest delay, and count in each limiter (B223)', () => {
    const [fast, slow] = [exponentialLimiter({ base: 1 }), exponentialLimiter({ base: 3, max: 3 })];
    const limiter = maxOf(fast, slow);
    expect(times(limiter, 'a', 4)).toEqual([3, 3, 4, 8]);
    expect([fast.retries('a'), slow.retries('a'), limiter.retries('a')]).toEqual([4, 4, 4]);
    limiter.forget('a');
    expect([fast.retries('a'), slow.retries('a')]).toEqual([0, 0]);
  });
});

describe('withMaxWait', () => {
  it('should shorten the delays (B224)', () => {
    const limiter = withMaxWait(exponentialLimiter({ base: 1 }), 3);
    expect(times(limiter, 'a', 4)).toEqual([1, 2, 3, 3]);
    expect(limiter.retries('a')).toBe(4);
    limiter.forget('a');
    expect(limiter.retries('a')).toBe(0);
  });
});

describe('limiters', () => {
  it.each<[() => unknown, string]>([
    [
      () => exponentialLimiter({ base: -1 }),
      'exponentialLimiter: base must be a time in ms from 0 to 2147483647, not -1',
    ],
    [
      () => exponentialLimiter({ jitter: -1 }),
      'exponentialLimiter: jitter must be a number, 0 or more, not -1',
    ],
    [
      () => exponentialLimiter({ max: NaN }),
      'exponentialLimiter: max must be a time in ms from 0 to 2147483647, not NaN',
    ],
    [() => bucketLimiter({ perSecond: 0 }), 'bucketLimiter: perSecond must be a number above 0, not 0'],
    [() => bucketLimiter({ burst: 0 }), 'bucketLimiter: burst must be a whole number, 1 or more, not 0'],
    [
      () => fastSlowLimiter({ fast: 1, slow: 2 } as never),
      'fastSlowLimiter: fastAttempts must be a whole number, 0 or more',
    ],
    [
      () => fastSlowLimiter({ slow: 2, fastAttempts: 2 } as never),
      'fastSlowLimiter: fast must be a time in ms',
    ],
    [
      () => fastSlowLimiter({ fast: 2, fastAttempts: 2 } as never),
      'fastSlowLimiter: slow must be a time in ms',
    ],
    [() => fastSlowLimiter(undefined as never), 'fastSlowLimiter: options must be an object'],
    [() => maxOf(), 'maxOf: limiters must be one limiter or more'],
    [() => maxOf({} as never), 'maxOf: limiters must be a rate limiter: { when, forget, retries }'],
    [() => withMaxWait(undefined as never, 3), 'withMaxWait: limiter must be a rate limiter'],
    [() => withMaxWait(exponentialLimiter(), -3), 'withMaxWait: max must be a time in ms'],
  ])('should throw for a wrong argument: %s', (call, text) => {
    expect(call).toThrow(text);
  });
});
