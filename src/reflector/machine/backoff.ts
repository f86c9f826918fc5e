import { finite, milliseconds, type Rule } from '../../objects/index.ts';

/**
 * The options of the exponential backoff. The random part makes a delay longer, never shorter. Only a healthy
 * watch resets the backoff.
 */
export interface Backoff {
  /** The first delay, without the random part. Default: 800 ms. */
  readonly initial?: number;
  /** The longest delay, without the random part. Default: 30,000 ms. */
  readonly max?: number;
  /** The factor between two delays. Default: 2. */
  readonly factor?: number;
  /**
   * The time after which a watch counts as healthy. A healthy watch resets the number of failures in a row. A
   * watch that delivered a frame is also healthy. Default: 5,000 ms, at least 1,000.
   */
  readonly resetAfter?: number;
  /**
   * The shortest delay after a 404, for example before a CustomResourceDefinition is installed. Each delay is a
   * random time in [n, 2 n). The delay does not grow, so an informer starts at most 2 n after the
   * resource becomes available. Default: 400 ms. Set a longer delay if thousands of processes wait for the
   * same resource.
   */
  readonly notFound?: number;
}

export const backoffRules: Readonly<Record<keyof Backoff, Rule>> = {
  initial: milliseconds(1),
  max: milliseconds(1),
  factor: finite(1),
  resetAfter: milliseconds(1_000),
  notFound: milliseconds(1),
};

/** The longest time of a timer, in ms. A longer timer would overflow, and fire immediately. */
const longestTimer = 2_147_483_647;

/**
 * The default backoff has the numbers of client-go (B32, B43). In client-go, a permanent failure can reset
 * the delay to the first delay. In this library a permanent failure does not reset the delay (Q1). client-go has
 * no special delay after a 404. A server can answer the first list of a new resource with 429 and a delay of 1 s,
 * while it initializes its storage. With `notFound: 400` an informer starts within 2 s all the same.
 */
export const defaultBackoff: Required<Backoff> = {
  initial: 800,
  max: 30_000,
  factor: 2,
  resetAfter: 5_000,
  notFound: 400,
};

/**
 * Returns the delay before a retry, in ms. The delay is a random time in [d, 2d). With the default backoff, d
 * is 0.8, 1.6, 3.2 … 30 s for the attempts 1, 2, 3 and so on.
 *
 * @param attempt - 1 for the first failure in a row
 */
export function backoffDelay(attempt: number, backoff: Required<Backoff>, random: () => number): number {
  const base = Math.min(backoff.initial * backoff.factor ** (attempt - 1), backoff.max);
  return Math.min(Math.round(base + random() * base), longestTimer);
}

/** Returns the delay after a 404, in ms: a random time in [n, 2 n), where n is `notFound` of the options. */
export function notFoundDelay({ notFound }: Required<Backoff>, random: () => number): number {
  return Math.min(Math.round(notFound + random() * notFound), longestTimer);
}
