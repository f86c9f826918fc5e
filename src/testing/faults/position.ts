import { asyncScheduler } from 'rxjs';
import { anObject, integer, milliseconds, oneOf, type Rule } from '../../objects/index.ts';
import type { FaultPosition } from './fault.ts';

/** The number of events or pages of an answer, or the time, before a fault applies. */
export type After = FaultPosition['after'];

export const positionRules: Readonly<Record<keyof FaultPosition, Rule>> = {
  on: oneOf('list', 'watch', 'both'),
  nth: {
    allowed: "a whole number, 1 or more, or 'every'",
    test: (given) => given === 'every' || integer(1).test(given),
  },
  after: {
    allowed: 'a number of events or pages, 0 or more, or { ms }',
    test: (given) => integer(0).test(given) || isTime(given),
  },
};

const isTime = (given: unknown): boolean =>
  anObject.test(given) &&
  Object.keys(given as object).join() === 'ms' &&
  milliseconds(0).test((given as { readonly ms: unknown }).ms);

/** Counts the requests of one source. The returned function returns whether the fault applies to a request. */
export function requestFilter({ on = 'both', nth = 1 }: FaultPosition): (verb: 'list' | 'watch') => boolean {
  let sent = 0;
  return (verb) => (on === 'both' || on === verb) && (++sent === nth || nth === 'every');
}

/**
 * Returns a function that is called for each value of an answer. The function returns `true` once `after` is reached.
 */
export function hasPassed(after: After = 0): () => boolean {
  if (typeof after === 'number') {
    let passed = 0;
    return () => passed++ >= after;
  }
  const from = asyncScheduler.now() + after.ms;
  return () => asyncScheduler.now() >= from;
}
