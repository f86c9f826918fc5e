import { asyncScheduler } from 'rxjs';
import {
  bucketLimiter,
  defaultControllerLimiter,
  exponentialLimiter,
  fastSlowLimiter,
  maxOf,
  type RateLimiter,
  withMaxWait,
} from '../../src/controller/rate-limiter.ts';
import type { Comparison, Topic } from './topic.ts';

interface Config {
  readonly kind: string;
  readonly baseNs?: number;
  readonly maxNs?: number;
  readonly fastNs?: number;
  readonly slowNs?: number;
  readonly maxFastAttempts?: number;
  readonly qps?: number;
  readonly burst?: number;
  readonly limiters?: readonly Config[];
}

interface Step {
  readonly op: string;
  readonly item?: string;
  readonly ns?: number;
  readonly want?: number;
}

/** Replays `rate-limiters.json`: the test cases ask rate limiters for delays in virtual time. */
export const rateLimiters: Topic = (golden) => {
  const { config, steps } = golden as { config: Config; steps: readonly Step[] };
  const realNow = asyncScheduler.now;
  let now = 0;
  asyncScheduler.now = () => now / ms;
  try {
    const limiter = limiterOf(config);
    return steps.map(({ want, ...step }, index): Comparison => {
      if (step.op === 'advance') now += step.ns ?? 0;
      return {
        where: `step ${index + 1}: ${JSON.stringify(step)}`,
        want: want === undefined ? {} : { [step.op]: want },
        got: answerOf(limiter, step, want),
      };
    });
  } finally {
    asyncScheduler.now = realNow;
  }
};

function answerOf(
  limiter: RateLimiter,
  { op, item = '' }: Step,
  want = 0,
): Readonly<Record<string, unknown>> {
  switch (op) {
    case 'advance':
      return {};
    case 'forget':
      limiter.forget(item);
      return {};
    case 'numRequeues':
      return { numRequeues: limiter.retries(item) };
    case 'when': {
      // Go and JavaScript round the numbers of a bucket in different ways, by less than 1 µs.
      const got = Math.round(limiter.when(item) * ms);
      return { when: Math.abs(got - want) <= 1_000 ? want : got };
    }
    default:
      throw new Error(`no operation ${op}`);
  }
}

/** The number of nanoseconds in a millisecond. */
const ms = 1_000_000;

function limiterOf(config: Config): RateLimiter {
  const { baseNs = 0, maxNs = 0, fastNs = 0, slowNs = 0, maxFastAttempts = 0, qps = 1, burst = 1 } = config;
  const inner = (config.limiters ?? []).map(limiterOf);
  // Go has longer times than `milliseconds()` allows: the longest timer of JavaScript is 24 days.
  const max = Math.min(maxNs / ms, longestTimer);
  switch (config.kind) {
    case 'itemExponentialFailure':
      return exponentialLimiter({ base: baseNs / ms, max });
    case 'itemFastSlow':
      return fastSlowLimiter({ fast: fastNs / ms, slow: slowNs / ms, fastAttempts: maxFastAttempts });
    case 'bucket':
      return bucketLimiter({ perSecond: qps, burst });
    case 'maxOf':
      return maxOf(...inner);
    case 'withMaxWait':
      return withMaxWait(maxOf(...inner), max);
    case 'defaultController':
      return defaultControllerLimiter();
    case 'defaultItemBased':
      return exponentialLimiter({ base: 1, max: 1_000_000 });
    default:
      throw new Error(`no limiter ${config.kind}`);
  }
}

const longestTimer = 2_147_483_647;
