import { finite, milliseconds, type Rule } from '../../objects/index.ts';

/** Exponential backoff with upward jitter. Only a healthy watch resets the backoff. */
export interface Backoff {
  /** The first delay. Default 800 ms. */
  readonly initial?: number;
  /** The longest delay without jitter. Default 30,000 ms. */
  readonly max?: number;
  /** The factor between two delays. Default 2. */
  readonly factor?: number;
  /** Default 5,000 ms, at least 1,000. A watch that was open for this time, or delivered a frame, resets the attempt to 0. */
  readonly resetAfter?: number;
}

export const backoffRules: Readonly<Record<keyof Backoff, Rule>> = {
  initial: milliseconds(1),
  max: milliseconds(1),
  factor: finite(1),
  resetAfter: milliseconds(1_000),
};

/** In ms. A longer timer would overflow, and fire immediately. */
const longestTimer = 2_147_483_647;

/**
 * client-go's numbers (B32, B43). In client-go, a permanent failure returns to the first delay; in this library it does not (Q1).
 */
export const defaultBackoff: Required<Backoff> = { initial: 800, max: 30_000, factor: 2, resetAfter: 5_000 };

/**
 * Returns the delay before a retry, in ms. For attempt 1, 2, 3 … the delay is a random time in [d, 2d) with d = 0.8, 1.6, 3.2 … 30
 * s.
 *
 * @param attempt - 1 for the first failure in a row
 */
export function backoffDelay(attempt: number, backoff: Required<Backoff>, random: () => number): number {
  const base = Math.min(backoff.initial * backoff.factor ** (attempt - 1), backoff.max);
  return Math.min(Math.round(base + random() * base), longestTimer);
}
