import { finite, milliseconds, type Rule } from '../../objects/index.ts';

/** Exponential backoff with upward jitter. Only a healthy watch resets it. */
export interface Backoff {
  /** Default 800 ms. */
  readonly initial?: number;
  /** Default 30,000 ms. */
  readonly max?: number;
  /** Default 2. */
  readonly factor?: number;
  /** Default 5,000 ms, at least 1,000: a watch that was open for so long, or delivered a frame, resets the attempt to 0. */
  readonly resetAfter?: number;
}

export const backoffRules: Readonly<Record<keyof Backoff, Rule>> = {
  initial: milliseconds(1),
  max: milliseconds(1),
  factor: finite(1),
  resetAfter: milliseconds(1_000),
};

/** In ms: a longer timer would overflow, and fire at once. */
const longestTimer = 2_147_483_647;

/** client-go's numbers (B32, B43). Unlike in client-go, a permanent failure does not go back to the first delay (Q1). */
export const defaultBackoff: Required<Backoff> = { initial: 800, max: 30_000, factor: 2, resetAfter: 5_000 };

/**
 * The delay before a retry, in ms: for attempt 1, 2, 3 … a random time in [d, 2d) with d = 0.8, 1.6, 3.2 … 30 s.
 *
 * @param attempt - 1 for the first failure in a row
 */
export function backoffDelay(attempt: number, backoff: Required<Backoff>, random: () => number): number {
  const base = Math.min(backoff.initial * backoff.factor ** (attempt - 1), backoff.max);
  return Math.min(Math.round(base + random() * base), longestTimer);
}
