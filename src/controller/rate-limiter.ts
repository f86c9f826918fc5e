import {
  anObject,
  checkArgument,
  checkOptions,
  finite,
  integer,
  milliseconds,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import { randomSource } from '../reflector/index.ts';
import { steadyClock } from '../scheduling/index.ts';

/**
 * Decides how long a failed key waits for its next run. A limiter is client-go's `TypedRateLimiter`. The operators use
 * the id of an item as the key: `namespace/name`, or the cluster, a line feed and the key.
 */
export interface RateLimiter {
  /** Counts a failure, and returns the delay in ms before the next run. */
  when(key: string): number;
  /** Forgets the failures of the key. */
  forget(key: string): void;
  /** Returns the number of failures of the key in a row. */
  retries(key: string): number;
}

/** The options of {@link exponentialLimiter}. */
export interface ExponentialLimiterOptions {
  /** The first delay in ms. Default: 5. */
  readonly base?: number;
  /** The longest delay in ms. Default: 1,000,000 (1,000 s). */
  readonly max?: number;
  /**
   * The random part of a delay. With 0.1, a delay is up to 10 % longer. Default: 0, as in client-go. A random part spreads
   * the retries of keys that failed at the same time.
   */
  readonly jitter?: number;
  /** @internal Returns the random numbers, from 0 to 1. */
  readonly random?: () => number;
}

const exponentialRules: Readonly<Record<keyof ExponentialLimiterOptions, Rule>> = {
  base: milliseconds(0),
  max: milliseconds(0),
  jitter: finite(0),
  random: { allowed: 'a function', test: (given) => typeof given === 'function' },
};

/**
 * Doubles the delay of a key at each failure: `base`, 2 · `base`, 4 · `base`, up to `max` (B220, B221). client-go calls
 * this limiter `ItemExponentialFailureRateLimiter`.
 *
 * @throws OptionsError for an option that is not allowed
 *
 * @example
 * ```ts
 * const limiter = exponentialLimiter({ base: 1_000, max: 300_000, jitter: 0.1 });
 * ```
 */
export function exponentialLimiter(options: ExponentialLimiterOptions = {}): RateLimiter {
  checkOptions('exponentialLimiter', options, exponentialRules);
  const { base = 5, max = 1_000_000, jitter = 0, random = () => randomSource.next() } = options;
  const { count, ...failures } = failureCounts();
  return {
    ...failures,
    when: (key) => {
      const delay = Math.min(base * 2 ** Math.min(count(key), 1_000), max);
      return jitter === 0 ? delay : delay * (1 + jitter * random());
    },
  };
}

/** The options of {@link bucketLimiter}. */
export interface BucketLimiterOptions {
  /** The number of retries in each second. Default: 10. */
  readonly perSecond?: number;
  /** The number of retries that need not wait. Default: 100. */
  readonly burst?: number;
}

/**
 * Limits the retries of all keys together with a token bucket. client-go calls this limiter `BucketRateLimiter`. As in
 * client-go, each retry takes a token in advance, so during a storm of failures the delays grow (B226).
 *
 * @throws OptionsError for an option that is not allowed
 *
 * @example
 * ```ts
 * const limiter = maxOf(exponentialLimiter(), bucketLimiter({ perSecond: 50, burst: 200 }));
 * ```
 */
export function bucketLimiter(options: BucketLimiterOptions = {}): RateLimiter {
  checkOptions('bucketLimiter', options, { perSecond: aRate, burst: integer(1) });
  const { perSecond = 10, burst = 100 } = options;
  // The clock is created with the first retry, because a limiter can be created before a test enters virtual time.
  let now: (() => number) | undefined;
  let last: number | undefined;
  let tokens = burst;
  return {
    when: () => {
      now ??= steadyClock();
      const time = now();
      tokens = Math.min(burst, tokens + ((time - (last ?? time)) / 1_000) * perSecond) - 1;
      last = time;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1_000;
    },
    forget: () => undefined,
    retries: () => 0,
  };
}

const aRate: Rule = {
  allowed: 'a number above 0',
  test: (given) => Number.isFinite(given) && Number(given) > 0,
};

/** The options of {@link fastSlowLimiter}. */
export interface FastSlowLimiterOptions {
  /** The delay in ms of the first retries. */
  readonly fast: number;
  /** The delay in ms of the later retries. */
  readonly slow: number;
  /** The number of fast retries. */
  readonly fastAttempts: number;
}

/**
 * Uses the delay `fast` for the first failures of a key, and the delay `slow` for the later failures (B222). client-go
 * calls this limiter `ItemFastSlowRateLimiter`.
 *
 * @throws OptionsError for an option that is not allowed
 *
 * @example
 * ```ts
 * const limiter = fastSlowLimiter({ fast: 5, slow: 10_000, fastAttempts: 3 });
 * ```
 */
export function fastSlowLimiter(options: FastSlowLimiterOptions): RateLimiter {
  const required: Rule = milliseconds(0);
  checkArgument('fastSlowLimiter: options', options, anObject);
  checkOptions('fastSlowLimiter', options, { fast: required, slow: required, fastAttempts: integer(0) });
  checkArgument('fastSlowLimiter: fast', options.fast, required);
  checkArgument('fastSlowLimiter: slow', options.slow, required);
  checkArgument('fastSlowLimiter: fastAttempts', options.fastAttempts, integer(0));
  const { fast, slow, fastAttempts } = options;
  const { count, ...failures } = failureCounts();
  return { ...failures, when: (key) => (count(key) < fastAttempts ? fast : slow) };
}

/**
 * Combines limiters: the longest delay counts, and each limiter counts the failure (B223).
 *
 * @throws OptionsError if an argument is not a limiter
 *
 * @example
 * ```ts
 * const limiter = maxOf(exponentialLimiter({ base: 1_000 }), bucketLimiter());
 * ```
 */
export function maxOf(...limiters: readonly RateLimiter[]): RateLimiter {
  if (limiters.length === 0) throw new OptionsError('maxOf: limiters', limiters, 'one limiter or more');
  for (const limiter of limiters) checkArgument('maxOf: limiters', limiter, aRateLimiter);
  return {
    when: (key) => Math.max(...limiters.map((limiter) => limiter.when(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
    retries: (key) => Math.max(...limiters.map((limiter) => limiter.retries(key))),
  };
}

/**
 * Shortens each delay of a limiter to at most `max` ms (B224). client-go calls this limiter `WithMaxWaitRateLimiter`.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const limiter = withMaxWait(maxOf(exponentialLimiter(), bucketLimiter()), 60_000);
 * ```
 */
export function withMaxWait(limiter: RateLimiter, max: number): RateLimiter {
  checkArgument('withMaxWait: limiter', limiter, aRateLimiter);
  checkArgument('withMaxWait: max', max, milliseconds(0));
  return {
    when: (key) => Math.min(limiter.when(key), max),
    forget: (key) => limiter.forget(key),
    retries: (key) => limiter.retries(key),
  };
}

/**
 * Creates the limiter that is the default of controllers in client-go: 5 ms doubling to 1,000 s for each key, and 10
 * retries a second with a burst of 100 for all keys together.
 */
export const defaultControllerLimiter = (): RateLimiter => maxOf(exponentialLimiter(), bucketLimiter());

/** The rule for a rate limiter. */
export const aRateLimiter: Rule = {
  allowed: 'a rate limiter: { when, forget, retries }',
  test: (given) => {
    const { when, forget, retries } = (given ?? {}) as Partial<Record<keyof RateLimiter, unknown>>;
    return [when, forget, retries].every((method) => typeof method === 'function');
  },
};

/** Counts the failures of each key. */
function failureCounts() {
  const counts = new Map<string, number>();
  return {
    /** Counts a failure. @returns the number of failures before this failure */
    count: (key: string): number => {
      const before = counts.get(key) ?? 0;
      counts.set(key, before + 1);
      return before;
    },
    forget: (key: string): void => void counts.delete(key),
    retries: (key: string): number => counts.get(key) ?? 0,
  };
}
